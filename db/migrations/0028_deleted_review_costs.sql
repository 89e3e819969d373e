CREATE TABLE `deleted_review_costs` (
	`day_ms` integer PRIMARY KEY NOT NULL,
	`usd` real NOT NULL,
	`interrupted_usd` real NOT NULL,
	`unpriced` integer NOT NULL
);
