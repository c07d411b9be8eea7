import { statfs } from 'node:fs/promises';
import type { MetricsRegistry } from './registry.js';

/** Reports what runs, and the space on the disk of `folder`. */
export function measureProcess(registry: MetricsRegistry, version: string, folder: string): void {
  registry.gauge('rigsmith_build_info', () => [{ value: 1, labels: { version } }]);
  registry.gauge('rigsmith_disk_free_bytes', async () => {
    const { bavail, bsize } = await statfs(folder);
    return [{ value: bavail * bsize }];
  });
  registry.gauge('rigsmith_disk_size_bytes', async () => {
    const { blocks, bsize } = await statfs(folder);
    return [{ value: blocks * bsize }];
  });
}
