-- What a provider was asked to make for a generation, in the provider's own words, so that it is asked once.
ALTER TABLE generation ADD COLUMN remote_task TEXT;
