ALTER TABLE `sources` ADD `is_bundle` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `snapshot_figures` ADD `prompt_version` integer;
--> statement-breakpoint
CREATE INDEX `snapshot_figures_place` ON `snapshot_figures` (`session_id`,`part`,`position`);
