import type { Pack } from '../../contract/payments.js';
import type { Generation, PipelineDetail, RigInput } from '../../contract/rig.js';

/** What the agent may look at, for any user: put together where the service is. */
export type ToolSources = {
  readBalance(userId: string): Promise<{ available: number; held: number }>;
  listPipelines(): Promise<readonly PipelineDetail[]>;
  listPacks(): Promise<readonly Pack[]>;
  /** Newest first. */
  listGenerations(userId: string, limit: number): Promise<Generation[]>;
};

export type Estimate = { pipeline: PipelineDetail; credits: number; available: number };

/** The same for the one user the agent talks with. Nothing here spends or changes anything. */
export type Tools = {
  readCredits(): Promise<{ available: number; held: number }>;
  listPipelines(): Promise<readonly PipelineDetail[]>;
  listPacks(): Promise<readonly Pack[]>;
  listGenerations(): Promise<Generation[]>;
  /** What a rig from this input costs, and what is there to pay it; null when no pipeline takes the input. */
  estimateCost(input: RigInput): Promise<Estimate | null>;
};

export function toolsFor(userId: string, sources: ToolSources): Tools {
  return {
    readCredits: () => sources.readBalance(userId),
    listPipelines: () => sources.listPipelines(),
    listPacks: () => sources.listPacks(),
    listGenerations: () => sources.listGenerations(userId, 5),
    async estimateCost(input) {
      const pipeline = (await sources.listPipelines()).find(({ inputs }) => inputs.includes(input));
      if (!pipeline) return null;
      const { available } = await sources.readBalance(userId);
      return { pipeline, credits: pipeline.credit_cost, available };
    },
  };
}
