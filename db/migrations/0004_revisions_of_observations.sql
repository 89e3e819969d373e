ALTER TABLE `observations` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `observations_revision` ON `observations` (`revision`);--> statement-breakpoint
ALTER TABLE `observation_groups` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `observation_groups_revision` ON `observation_groups` (`revision`);--> statement-breakpoint
DROP INDEX `observations_group`;--> statement-breakpoint
CREATE INDEX `observations_group` ON `observations` (`fingerprint`,`last_seen_ms`,`id`,`state`,`severity`,`cleared`,`version`,`changed_at_ms`);--> statement-breakpoint
ALTER TABLE `observations` ADD `label` text;--> statement-breakpoint
ALTER TABLE `observations` ADD `label_at_ms` real;--> statement-breakpoint
UPDATE `observations` SET (`label`, `label_at_ms`) = (
	SELECT `to_state`, `at_ms` FROM `observation_transitions` t
	WHERE t.`observation_id` = `observations`.`id` AND `kind` IN ('resolve', 'reopen', 'undo') AND `from_state` IS NOT `to_state`
	ORDER BY `seq` DESC LIMIT 1
);--> statement-breakpoint
UPDATE `observations` SET `label` = NULL, `label_at_ms` = NULL WHERE `label` NOT IN ('fixed', 'false_positive');
