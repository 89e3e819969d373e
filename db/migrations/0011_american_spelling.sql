UPDATE `source_issues` SET `code` = 'not_recognized' WHERE `code` = 'not_recognised';
--> statement-breakpoint
UPDATE `import_files` SET `result` = replace(`result`, '"code":"not_recognised"', '"code":"not_recognized"') WHERE `result` LIKE '%"not_recognised"%';
