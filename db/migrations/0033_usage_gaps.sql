ALTER TABLE `responses` ADD `is_partial` integer;--> statement-breakpoint
ALTER TABLE `responses` ADD `is_fast` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `partial_usage` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `unknown_usage` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `cost_at_least` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `turns` ADD `output_at_least` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `turns` ADD `cost_at_least` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `sessions` SET `settled` = 0 WHERE `id` IN (
  SELECT `session_id` FROM `responses` WHERE max(coalesce(`tokens_input`, 0), coalesce(`tokens_cache_read`, 0), coalesce(`tokens_cache_write`, 0),
    coalesce(`tokens_output`, 0), coalesce(`tokens_reasoning`, 0)) = 0
);--> statement-breakpoint
UPDATE `responses` SET `tokens_input` = NULL, `tokens_cache_read` = NULL, `tokens_cache_write` = NULL, `tokens_output` = NULL,
  `tokens_reasoning` = NULL, `cost_usd` = CASE WHEN `cost_reported` = 1 THEN `cost_usd` END
WHERE max(coalesce(`tokens_input`, 0), coalesce(`tokens_cache_read`, 0), coalesce(`tokens_cache_write`, 0), coalesce(`tokens_output`, 0),
  coalesce(`tokens_reasoning`, 0)) = 0;
