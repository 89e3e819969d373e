DROP INDEX `observation_sightings_day`;--> statement-breakpoint
ALTER TABLE `observation_sightings` ADD `timed` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `observation_sightings_day` ON `observation_sightings` (`fingerprint`,`timed`,`at_ms`,`superseded`);--> statement-breakpoint
DROP INDEX `observations_group`;--> statement-breakpoint
ALTER TABLE `observations` ADD `timed` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `observations_group` ON `observations` (`fingerprint`,`timed`,`last_seen_ms`,`id`,`state`,`severity`,`cleared`,`version`,`changed_at_ms`);--> statement-breakpoint
ALTER TABLE `observation_groups` ADD `timed` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
UPDATE `observation_sightings` SET `timed` = 0
WHERE `call_index` > 0 AND `session_id` IN (SELECT `id` FROM `sessions` WHERE `started_at_ms` IS NULL);--> statement-breakpoint
UPDATE `observations` SET (`timed`, `first_seen_ms`, `last_seen_ms`) = (
	SELECT max(`timed`), coalesce(min(CASE WHEN `timed` = 1 THEN `at_ms` END), min(`at_ms`)),
		coalesce(max(CASE WHEN `timed` = 1 THEN `last_at_ms` END), max(`last_at_ms`))
	FROM `observation_sightings` s WHERE s.`session_id` = `observations`.`session_id` AND s.`observation_id` = `observations`.`id` AND `superseded` = 0
) WHERE `seen` > 0 AND `session_id` IN (SELECT `id` FROM `sessions` WHERE `started_at_ms` IS NULL);--> statement-breakpoint
UPDATE `observations` SET `timed` = 0
WHERE `seen` = 0 AND `session_id` IN (SELECT `id` FROM `sessions` WHERE `started_at_ms` IS NULL);--> statement-breakpoint
UPDATE `observation_groups` SET (`timed`, `first_seen_ms`, `last_seen_ms`) = (
	SELECT max(`timed`), coalesce(min(CASE WHEN `timed` = 1 THEN `first_seen_ms` END), min(`first_seen_ms`)),
		coalesce(max(CASE WHEN `timed` = 1 THEN `last_seen_ms` END), max(`last_seen_ms`))
	FROM `observations` o WHERE o.`fingerprint` = `observation_groups`.`fingerprint`
) WHERE `fingerprint` IN (SELECT `fingerprint` FROM `observation_sightings` WHERE `timed` = 0 UNION SELECT `fingerprint` FROM `observations` WHERE `timed` = 0);--> statement-breakpoint
UPDATE `observations` SET `waste_tokens` = NULL
WHERE `waste_tokens` IS NOT NULL AND EXISTS (
	SELECT 1 FROM `observation_sightings` s WHERE s.`session_id` = `observations`.`session_id` AND s.`observation_id` = `observations`.`id`
		AND s.`superseded` = 0 AND s.`waste_calls` IS NOT NULL AND s.`waste_tokens` IS NULL
);--> statement-breakpoint
UPDATE `observations` SET `waste_ms` = NULL
WHERE `waste_ms` IS NOT NULL AND EXISTS (
	SELECT 1 FROM `observation_sightings` s WHERE s.`session_id` = `observations`.`session_id` AND s.`observation_id` = `observations`.`id`
		AND s.`superseded` = 0 AND s.`waste_calls` IS NOT NULL AND s.`waste_ms` IS NULL
);--> statement-breakpoint
UPDATE `observations` SET `waste_usd` = NULL
WHERE `waste_usd` IS NOT NULL AND EXISTS (
	SELECT 1 FROM `observation_sightings` s WHERE s.`session_id` = `observations`.`session_id` AND s.`observation_id` = `observations`.`id`
		AND s.`superseded` = 0 AND s.`waste_calls` IS NOT NULL AND s.`waste_usd` IS NULL
);--> statement-breakpoint
UPDATE `observation_groups` SET `waste_tokens` = NULL
WHERE `waste_tokens` IS NOT NULL AND EXISTS (
	SELECT 1 FROM `observations` o WHERE o.`fingerprint` = `observation_groups`.`fingerprint` AND o.`waste_calls` IS NOT NULL AND o.`waste_tokens` IS NULL
);--> statement-breakpoint
UPDATE `observation_groups` SET `waste_ms` = NULL
WHERE `waste_ms` IS NOT NULL AND EXISTS (
	SELECT 1 FROM `observations` o WHERE o.`fingerprint` = `observation_groups`.`fingerprint` AND o.`waste_calls` IS NOT NULL AND o.`waste_ms` IS NULL
);--> statement-breakpoint
UPDATE `observation_groups` SET `waste_usd` = NULL
WHERE `waste_usd` IS NOT NULL AND EXISTS (
	SELECT 1 FROM `observations` o WHERE o.`fingerprint` = `observation_groups`.`fingerprint` AND o.`waste_calls` IS NOT NULL AND o.`waste_usd` IS NULL
);
