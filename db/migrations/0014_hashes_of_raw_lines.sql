ALTER TABLE `raw_chunks` ADD `hashes` text;
