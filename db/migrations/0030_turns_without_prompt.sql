ALTER TABLE `sessions` ADD `title_basis` text;--> statement-breakpoint
ALTER TABLE `turns` RENAME COLUMN `prompt_id` TO `message_id`;--> statement-breakpoint
ALTER TABLE `turns` ADD `has_prompt` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
UPDATE `sessions` SET `settled` = 0 WHERE `id` IN (
  SELECT `session_id` FROM `records` WHERE `turn_idx` IS NULL AND `kind` IN ('response', 'reasoning', 'tool_call')
);
