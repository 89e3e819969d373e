ALTER TABLE `sessions` ADD `folder_name` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `repository` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `main_folder` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `worktree_name` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `git_root` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `project_root` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `project_basis` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `worktree` text;--> statement-breakpoint
UPDATE `sessions` SET `folder_name` = `project`;--> statement-breakpoint
CREATE INDEX `sessions_projects` ON `sessions` (`project`,`project_root`,`folder_name`);--> statement-breakpoint
CREATE INDEX `sessions_places` ON `sessions` (`cwd`,`repository`,`main_folder`,`worktree_name`,`git_root`,`project_basis`);--> statement-breakpoint
CREATE INDEX `sessions_unplaced` ON `sessions` (`project_basis`) WHERE project_root IS NULL AND cwd IS NOT NULL AND project_basis IS NOT 'parent';
