ALTER TABLE `observation_transitions` ADD `other_id` text;
