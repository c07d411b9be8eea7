-- Payments that should be final by now: asked about again, whichever purchase they belong to, or none.
CREATE INDEX payment_unfinal ON payment (paid_at) WHERE commitment = 'confirmed';
