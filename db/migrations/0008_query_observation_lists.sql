DROP INDEX `observations_revision`;--> statement-breakpoint
ALTER TABLE `observations` DROP COLUMN `revision`;--> statement-breakpoint
ALTER TABLE `observations` ADD `id_hash` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `observations` SET `id_hash` = (
	WITH RECURSIVE fnv (at, hash) AS (
		SELECT 0, 2166136261
		UNION ALL
		SELECT at + 1, (((hash | unicode(substr(`observations`.`id`, at + 1, 1))) - (hash & unicode(substr(`observations`.`id`, at + 1, 1)))) * 16777619) & 4294967295
		FROM fnv WHERE at < length(`observations`.`id`)
	)
	SELECT hash FROM fnv ORDER BY at DESC LIMIT 1
);--> statement-breakpoint
DROP INDEX `observation_groups_revision`;--> statement-breakpoint
ALTER TABLE `observation_groups` ADD `id_hash` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `observation_groups` SET `id_hash` = (
	WITH RECURSIVE fnv (at, hash) AS (
		SELECT 0, 2166136261
		UNION ALL
		SELECT at + 1, (((hash | unicode(substr(`observation_groups`.`fingerprint`, at + 1, 1))) - (hash & unicode(substr(`observation_groups`.`fingerprint`, at + 1, 1)))) * 16777619) & 4294967295
		FROM fnv WHERE at < length(`observation_groups`.`fingerprint`)
	)
	SELECT hash FROM fnv ORDER BY at DESC LIMIT 1
);--> statement-breakpoint
CREATE INDEX `observations_listed` ON `observations` (`cleared`,`severity`,`state`,`observer`,`observer_name`,`project`,`timed`,`last_seen_ms`,`first_seen_ms`,`created_at_ms`,`seen`,session_id <> '',`version`,`id_hash`,`id`);--> statement-breakpoint
CREATE INDEX `observations_text` ON `observations` (`search_text`);--> statement-breakpoint
CREATE INDEX `observations_labeled` ON `observations` (`fingerprint`,`label_at_ms`,`id`) WHERE label IS NOT NULL;--> statement-breakpoint
CREATE INDEX `observation_groups_listed` ON `observation_groups` (`cleared`,`severity`,`state`,`observer`,`observer_name`,`projects`,`timed`,`last_seen_ms`,`first_seen_ms`,`seen`,`sessions`,`version`,`id_hash`,`fingerprint`);
