/** A person in front of a background that hides the outline: checks the mask against a pose network. */
import { type Body, bodyOf } from '../pose/body.js';
import type { PoseNetwork } from '../pose/network.js';
import { lookAt } from '../pose/outline.js';
import type { Picture } from './decode.js';
import { areaOf, type Mask } from './grid.js';
import { type Figure, maskPicture } from './mask.js';
import { cropOf } from './silhouette.js';

/** A mask below this score may be any part of the picture, so the network looks at the whole picture. */
const firm = 0.72;
/**
 * Limits for a mask that fits a body: least covered fraction of the certain area, greatest size relative to the
 * likely area, greatest fraction outside the possible area, and the fraction outside up to which the size is not
 * checked.
 */
const [leastHeld, mostLarger, mostBeyond, someBeyond] = [0.85, 1.42, 0.1, 0.02];

/**
 * The figure in a picture. Where the network is confident of a person whom the mask does not fit, the figure is cut
 * out again from the detection.
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
  const body = network ? await bodyIn(network, picture, figure) : null;
  if (body && !(figure && fits(figure, body))) return maskPicture(picture, body);
  if (figure) return figure;
  throw refused;
}

async function bodyIn(network: PoseNetwork, picture: Picture, figure: Figure | null): Promise<Body | null> {
  const { width, height } = picture;
  const whole = { left: 0, top: 0, width, height };
  const seen = await lookAt(network, picture, figure && figure.score >= firm ? cropOf(figure) : whole);
  return seen && bodyOf(seen.places, width, height);
}

function fits(figure: Mask, { sure, likely, far }: Body): boolean {
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
