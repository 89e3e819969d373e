UPDATE `sessions` SET `summarized` = NULL;
