declare module 'draco3d';
