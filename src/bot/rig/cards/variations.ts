import type { APIButtonComponent } from 'discord.js';
import type { Translate } from '../../../copy/translate.js';
import { button } from '../../cards/card.js';
import type { RigJob } from '../rows.js';
import { type Purse, priced } from './spending.js';

/** The most detail that our own pipelines have. */
export const mostDetail = 'high';

/** Buttons that make the same character with another body, style, or more detail. */
export function variations(job: RigJob, balance: Purse, t: Translate): APIButtonComponent[] {
  const { id, memberId, generation, varies } = job;
  const { detail } = generation.input.parameters;
  return varies
    .filter((name) => name !== 'detail' || detail !== mostDetail)
    .map((name) =>
      name === 'detail'
        ? button(priced(t('rig.vary.detail.button'), generation, balance, t), 'rig:detail', memberId, id)
        : button(t(`rig.vary.${name}.button`), 'rig:vary', memberId, `${id}/${name}`),
    );
}
