ALTER TABLE `reviews` ADD `interrupted_usd` real;
--> statement-breakpoint
ALTER TABLE `reviewer_totals` ADD `interrupted_usd` real;
--> statement-breakpoint
DROP INDEX `reviews_costs`;
--> statement-breakpoint
CREATE INDEX `reviews_costs` ON `reviews` (`started_at_ms`,`cost_usd`,`interrupted_usd`) WHERE calls > 0 OR interrupted_usd IS NOT NULL;
--> statement-breakpoint
ALTER TABLE `reviews` DROP COLUMN `state_hash`;
--> statement-breakpoint
ALTER TABLE `reviewed_states` DROP COLUMN `state_hash`;
