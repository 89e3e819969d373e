ALTER TABLE `sessions` ADD `outcome` text;
--> statement-breakpoint
ALTER TABLE `retrievals` ADD `withheld` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE TABLE `turn_metrics` (
	`session_id` text NOT NULL,
	`turn_idx` integer NOT NULL,
	`retrieval_used` integer DEFAULT 0 NOT NULL,
	`iterations` integer,
	`iterations_basis` text,
	`tool_errors` integer,
	`tool_errors_basis` text,
	`completed` integer,
	`completed_basis` text,
	`duration_ms` real,
	`tokens` integer,
	`cost_usd` real,
	`reward` real,
	`model` text,
	`reported` integer DEFAULT 0 NOT NULL,
	`prompt_chars` integer,
	`prompt` text,
	`created_at_ms` real,
	`updated_at_ms` real,
	PRIMARY KEY(`session_id`, `turn_idx`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `turn_rollups` (
	`session_id` text PRIMARY KEY NOT NULL,
	`first_ms` real,
	`last_ms` real,
	`without_outcome` integer,
	`a_turns` integer,
	`a_completed_n` integer,
	`a_completed` real,
	`a_iterations` real,
	`a_tool_errors_n` integer,
	`a_tool_errors` real,
	`a_duration_n` integer,
	`a_duration_ms` real,
	`a_duration_log` real,
	`b_turns` integer,
	`b_completed_n` integer,
	`b_completed` real,
	`b_iterations` real,
	`b_tool_errors_n` integer,
	`b_tool_errors` real,
	`b_duration_n` integer,
	`b_duration_ms` real,
	`b_duration_log` real
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sessions_left_out` ON `sessions` (`id`) WHERE relation = 'subagent' OR synthetic = 1;
--> statement-breakpoint
CREATE TABLE `blocked_examples` (
	`session_id` text PRIMARY KEY NOT NULL,
	`blocked_at_ms` real NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `experiments` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`hypothesis` text NOT NULL,
	`treatment_share` real NOT NULL,
	`primary_metric` text NOT NULL,
	`smallest_effect` real NOT NULL,
	`within_calls` integer NOT NULL,
	`project` text,
	`status` text NOT NULL,
	`created_at_ms` real NOT NULL,
	`started_at_ms` real,
	`stopped_at_ms` real,
	`archived_at_ms` real,
	`planned_sessions` integer,
	`synthetic` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `experiment_assignments` (
	`session_id` text NOT NULL,
	`experiment_id` text NOT NULL,
	`arm` text NOT NULL,
	`from_turn` integer NOT NULL,
	`assigned_at_ms` real NOT NULL,
	PRIMARY KEY(`session_id`, `experiment_id`),
	FOREIGN KEY (`experiment_id`) REFERENCES `experiments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `experiment_assignments_experiment` ON `experiment_assignments` (`experiment_id`,`assigned_at_ms`);
--> statement-breakpoint
INSERT INTO `index_state` (`name`, `value`) SELECT 'turn_metrics', 0 WHERE EXISTS (SELECT 1 FROM `sessions`);
--> statement-breakpoint
INSERT INTO `turn_metrics` (`session_id`, `turn_idx`, `retrieval_used`, `reported`, `created_at_ms`, `updated_at_ms`)
	SELECT `session_id`, `turn_idx`, `examples` <> '[]', 512, `at_ms`, `at_ms` FROM `retrievals`;
--> statement-breakpoint
INSERT INTO `turn_rollups` (`session_id`) SELECT DISTINCT `session_id` FROM `retrievals`;
