CREATE TABLE `agent_processes` (
	`session_id` text PRIMARY KEY NOT NULL,
	`pid` integer NOT NULL,
	`started` text NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `ended_sessions` (
	`session_id` text PRIMARY KEY NOT NULL,
	`ended_at_ms` real NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `tool_denied` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `tool_interrupted` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `tool_unended` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `tool_ran` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `open_call_at_ms` real;--> statement-breakpoint
ALTER TABLE `turns` ADD `tool_denied` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `turns` ADD `tool_interrupted` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `turns` ADD `tool_unended` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `turns` ADD `open_call_at_ms` real;--> statement-breakpoint
ALTER TABLE `turn_metrics` ADD `open_call_at_ms` real;--> statement-breakpoint
ALTER TABLE `turn_rollups` ADD `open_call_at_ms` real;--> statement-breakpoint
CREATE INDEX `tool_calls_native` ON `tool_calls` (`session_id`,`native_call_id`);--> statement-breakpoint
CREATE INDEX `tool_results_ends` ON `tool_results` (`session_id`,`native_call_id`) WHERE call_id IS NULL AND native_call_id IS NOT NULL;--> statement-breakpoint
DROP INDEX `turns_not_answered`;--> statement-breakpoint
CREATE INDEX `turns_not_answered` ON `turns` (`session_id`,`ended`,`turn_idx`) WHERE ended IN ('interrupted', 'refused', 'service_error', 'usage_limit', 'taken_back');--> statement-breakpoint
UPDATE `sessions` SET `settled` = 0 WHERE `tool_calls` > 0;
