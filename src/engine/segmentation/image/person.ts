/** A person in front of a background that hides the outline: checks the mask against a pose network. */

import type { Picture } from '../../input/image/decode.js';
import type { PoseNetwork } from '../../skeleton/pose/network.js';
import { lookAt } from '../../skeleton/pose/outline.js';
import { personThresholds } from './calibration.js';
import { areaOf, type Mask } from './grid.js';
import { type Figure, maskPicture } from './mask.js';
import { type PersonRegions, personRegionsOf } from './person-body.js';
import { cropOf } from './silhouette.js';

const { firm, leastHeld, mostLarger, mostBeyond, someBeyond } = personThresholds;

/**
 * The figure in a picture. What a picture gives as transparent stays out. Where the network is confident of a person
 * whom the mask does not fit, the figure is cut out again from the detection.
 * @throws AppError `unriggable` when nothing stands out and no person is detected
 */
export async function findFigure(picture: Picture, network?: PoseNetwork | null): Promise<Figure> {
  let figure: Figure | null = null;
  let refused: unknown;
  try {
    figure = maskPicture(picture);
  } catch (error) {
    refused = error;
  }
  if (figure?.given) return figure;
  const body = network ? await bodyIn(network, picture, figure) : null;
  if (body && !(figure && fits(figure, body))) return maskPicture(picture, body);
  if (figure) return figure;
  throw refused;
}

async function bodyIn(
  network: PoseNetwork,
  picture: Picture,
  figure: Figure | null,
): Promise<PersonRegions | null> {
  const { width, height } = picture;
  const whole = { left: 0, top: 0, width, height };
  const { sighting } = await lookAt(
    network,
    picture,
    figure && figure.score >= firm ? cropOf(figure) : whole,
  );
  return sighting && personRegionsOf(sighting.places, width, height);
}

function fits(figure: Mask, { sure, likely, far }: PersonRegions): boolean {
  let [held, beyond] = [0, 0];
  for (let n = 0; n < figure.inside.length; n++) {
    held += figure.inside[n]! & sure.inside[n]!;
    beyond += figure.inside[n]! & (1 - far.inside[n]!);
  }
  const area = areaOf(figure);
  return (
    held >= leastHeld * areaOf(sure) &&
    beyond <= mostBeyond * area &&
    (area <= mostLarger * areaOf(likely) || beyond <= someBeyond * area)
  );
}
