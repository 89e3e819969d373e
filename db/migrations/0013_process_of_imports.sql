ALTER TABLE `imports` ADD `process_id` integer;
