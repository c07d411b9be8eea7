import { z } from 'zod';

export const parameters = z.record(
  z.string().max(60),
  z.union([z.string().max(500), z.number(), z.boolean()]),
);
export const payer = z.enum(['user', 'server']);
/** What every request for a generation can say. */
export const common = {
  pipeline_id: z.string().max(60).optional(),
  seed: z
    .number()
    .int()
    .min(0)
    .max(2 ** 32 - 1)
    .optional(),
  parameters: parameters.optional(),
  quote: z
    .string()
    .max(200)
    .optional()
    .describe('of `POST /api/rig/quotes`: the generation costs what it says'),
  priority: z.boolean().optional().describe('starts before others, for the price of its pipeline'),
  payer: payer.optional().describe('`server`: its pool of credits, where the voucher of the bot allows it'),
};
export const prompt = z
  .string()
  .trim()
  .min(1, 'say what to make')
  .max(2000, 'keep the description under 2,000 characters');

export const longestFileName = 255;
/** What the bot and its agent send of a picture's caption, in characters; services accept up to 2,000. */
export const longestCaption = 400;
/** What is known about a picture besides what it shows. */
export const aboutPicture = {
  description: z
    .string()
    .trim()
    .max(2000)
    .optional()
    .describe(
      'what the picture shows: a creature named here decides the body, unless the picture clearly shows another',
    ),
  file_name: z
    .string()
    .max(longestFileName)
    .optional()
    .describe('of the picture; it counts as its description where that names none'),
};
/** The same of several pictures of one figure. */
export const aboutPictures = {
  description: aboutPicture.description.describe(
    'what the pictures show: a creature named here decides the body, unless they clearly show another',
  ),
  file_name: aboutPicture.file_name.describe(
    'of the front picture; it counts as the description where that names none',
  ),
};
