ALTER TABLE `observation_sightings` ADD `evidence_call` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `observation_sightings` SET `evidence_call` = `last_call_index`;
