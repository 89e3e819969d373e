CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`sink` text NOT NULL,
	`event` text NOT NULL,
	`session_id` text NOT NULL,
	`observation_id` text NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`error` text,
	`created_at_ms` real NOT NULL,
	`next_at_ms` real,
	`ended_at_ms` real
);
--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`sink`,`next_at_ms`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_state` ON `deliveries` (`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE TABLE `observation_groups` (
	`fingerprint` text PRIMARY KEY NOT NULL,
	`observer` text NOT NULL,
	`observer_name` text NOT NULL,
	`category` text,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`severity` integer NOT NULL,
	`state` text NOT NULL,
	`open` integer NOT NULL,
	`acknowledged` integer NOT NULL,
	`resolved` integer NOT NULL,
	`resolved_at_ms` real,
	`resolved_by` text,
	`resolution_note` text,
	`sessions` integer NOT NULL,
	`projects` text NOT NULL,
	`seen` integer NOT NULL,
	`waste_calls` integer,
	`waste_tokens` integer,
	`waste_ms` real,
	`waste_usd` real,
	`first_seen_ms` real NOT NULL,
	`last_seen_ms` real NOT NULL,
	`changed_at_ms` real NOT NULL,
	`cleared` integer NOT NULL,
	`synthetic` integer NOT NULL,
	`version` integer NOT NULL,
	`search_text` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `observation_sightings` (
	`session_id` text NOT NULL,
	`observation_id` text NOT NULL,
	`call_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`call_index` integer NOT NULL,
	`last_call_index` integer NOT NULL,
	`at_ms` real NOT NULL,
	`last_at_ms` real NOT NULL,
	`superseded` integer DEFAULT 0 NOT NULL,
	`waste_calls` integer,
	`waste_tokens` integer,
	`waste_ms` real,
	`waste_usd` real,
	PRIMARY KEY(`session_id`, `observation_id`, `call_id`)
);
--> statement-breakpoint
CREATE INDEX `observation_sightings_day` ON `observation_sightings` (`fingerprint`,`at_ms`,`superseded`);--> statement-breakpoint
CREATE TABLE `observation_transitions` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`change_id` text NOT NULL,
	`session_id` text NOT NULL,
	`observation_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`kind` text NOT NULL,
	`from_state` text,
	`to_state` text NOT NULL,
	`note` text,
	`by` text NOT NULL,
	`at_ms` real NOT NULL,
	`call_index` integer,
	`before` text
);
--> statement-breakpoint
CREATE INDEX `observation_transitions_observation` ON `observation_transitions` (`observation_id`,`seq`);--> statement-breakpoint
CREATE INDEX `observation_transitions_group` ON `observation_transitions` (`fingerprint`,`seq`);--> statement-breakpoint
CREATE INDEX `observation_transitions_change` ON `observation_transitions` (`change_id`);--> statement-breakpoint
CREATE TABLE `observations` (
	`session_id` text NOT NULL,
	`id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`observer` text NOT NULL,
	`observer_name` text NOT NULL,
	`category` text,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`severity` integer NOT NULL,
	`state` text NOT NULL,
	`project` text,
	`synthetic` integer NOT NULL,
	`source_type` text NOT NULL,
	`source_ref` text,
	`metadata` text NOT NULL,
	`evidence` text,
	`created_at_ms` real NOT NULL,
	`opened_at_ms` real NOT NULL,
	`acknowledged_at_ms` real,
	`resolved_at_ms` real,
	`resolved_by` text,
	`resolution_note` text,
	`first_seen_ms` real NOT NULL,
	`last_seen_ms` real NOT NULL,
	`seen` integer NOT NULL,
	`waste_calls` integer,
	`waste_tokens` integer,
	`waste_ms` real,
	`waste_usd` real,
	`changed_at_ms` real NOT NULL,
	`cleared` integer DEFAULT 0 NOT NULL,
	`version` integer NOT NULL,
	`search_text` text NOT NULL,
	PRIMARY KEY(`session_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `observations_id` ON `observations` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `observations_fingerprint` ON `observations` (`session_id`,`fingerprint`);--> statement-breakpoint
CREATE INDEX `observations_group` ON `observations` (`fingerprint`,`last_seen_ms`,`id`);--> statement-breakpoint
CREATE INDEX `observations_unfound` ON `observations` (`session_id`) WHERE seen = 0;--> statement-breakpoint
CREATE TABLE `sinks` (
	`name` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
-- What was observed before there were observations is observed once more: what was said then stands as it was said.
DELETE FROM `observer_heads`;--> statement-breakpoint
DELETE FROM `observer_states`;--> statement-breakpoint
UPDATE `sessions` SET `observed` = '' WHERE `observed` IS NOT NULL;
