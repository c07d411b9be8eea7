/** Of the engine: changes whenever the same request would give other bytes. */
export const version = '1.1.0';
