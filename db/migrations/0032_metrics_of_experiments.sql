ALTER TABLE `experiments` ADD `metrics_version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
UPDATE `experiments` SET `metrics_version` = 2 WHERE `started_at_ms` IS NULL;
