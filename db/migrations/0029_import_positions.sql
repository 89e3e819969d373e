CREATE INDEX `import_files_position` ON `import_files` (`import_id`,`position`);
