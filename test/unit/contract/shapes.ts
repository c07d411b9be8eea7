import type { Known } from '../../../src/contract/read/index.js';

export const now = Date.parse('2026-03-01T12:00:00.000Z');
export const asked = (more: Partial<Known> = {}): Known => ({ now, ...more });

/** Two Solana addresses and a signature, in base58. */
export const merchant = 'MerchantMerchantMerchantMerchant11111111111';
export const other = 'otherotherotherotherotherotherother11111111';
export const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
export const reference = 'ReferenceReferenceReferenceReference1111111';
export const signature = '5'.repeat(88);
