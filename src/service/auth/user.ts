export type StoredUser = { id: string; address: string; createdAt: number };

export const userColumns = 'id, address, created_at AS createdAt';
