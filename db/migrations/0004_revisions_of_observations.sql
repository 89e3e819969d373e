ALTER TABLE `observations` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `observations_revision` ON `observations` (`revision`);--> statement-breakpoint
ALTER TABLE `observation_groups` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `observation_groups_revision` ON `observation_groups` (`revision`);--> statement-breakpoint
DROP INDEX `observations_group`;--> statement-breakpoint
CREATE INDEX `observations_group` ON `observations` (`fingerprint`,`last_seen_ms`,`id`,`state`,`severity`,`cleared`,`version`,`changed_at_ms`);
