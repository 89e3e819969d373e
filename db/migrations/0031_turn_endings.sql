ALTER TABLE `records` ADD `about_turn` text;--> statement-breakpoint
ALTER TABLE `turns` ADD `ended` text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE `turns` ADD `ended_reason` text;--> statement-breakpoint
ALTER TABLE `turns` ADD `reported_duration_ms` real;--> statement-breakpoint
ALTER TABLE `sessions` ADD `continues` text;--> statement-breakpoint
CREATE INDEX `records_about_turn` ON `records` (`session_id`,`seq`) WHERE about_turn IS NOT NULL;--> statement-breakpoint
CREATE INDEX `turns_not_answered` ON `turns` (`session_id`,`ended`,`turn_idx`) WHERE ended IN ('refused', 'service_error', 'usage_limit', 'taken_back');--> statement-breakpoint
CREATE INDEX `sessions_continues` ON `sessions` (`continues`) WHERE continues IS NOT NULL;--> statement-breakpoint
INSERT OR REPLACE INTO `index_state` (`name`, `value`) SELECT 'turn_metrics', 0 WHERE EXISTS (SELECT 1 FROM `sessions`);
