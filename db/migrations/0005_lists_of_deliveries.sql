ALTER TABLE `sinks` ADD `sent` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `sinks` SET `sent` = (SELECT count(*) FROM `deliveries` WHERE `sink` = `sinks`.`name` AND `state` = 'sent');--> statement-breakpoint
UPDATE `deliveries` SET `body` = '' WHERE `state` = 'sent';--> statement-breakpoint
CREATE INDEX `deliveries_waiting` ON `deliveries` (`sink`,`created_at_ms`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_dead` ON `deliveries` (`sink`) WHERE state = 'dead';
