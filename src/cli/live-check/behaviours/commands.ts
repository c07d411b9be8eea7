import type { Behaviour } from '../behaviour.js';
import { at, idOf, listOf, many, refusalOf, refused, type Seen } from '../seen.js';
import type { Stage } from '../stage.js';

const pathOf = ({ applicationId, guildId }: Stage) =>
  `/applications/${applicationId}/guilds/${guildId}/commands`;
const create = (stage: Stage, name: string, fields: object = {}) =>
  stage.request('POST', pathOf(stage), {
    name: `${stage.commandPrefix}${name}`,
    description: 'A check',
    ...fields,
  });
const option = (name: string, fields: object = {}) => ({
  type: 3,
  name,
  description: 'An option',
  ...fields,
});

export const commands: readonly Behaviour[] = [
  {
    id: 'commands.created',
    says: 'a command of the server is created with 201 and all its fields; the same name changes it with 200',
    expected: [
      { status: 201, type: 1, description: 'A check', guild: true, application: true, hasVersion: true },
      { status: 200, isSame: true, description: 'Changed', isNewer: true },
    ],
    async observe(stage) {
      const first = await create(stage, 'one');
      const second = await create(stage, 'one', { description: 'Changed' });
      const { status, body } = first;
      const created: Seen = {
        status,
        type: at(body, 'type'),
        description: at(body, 'description'),
        guild: at(body, 'guild_id') === stage.guildId,
        application: at(body, 'application_id') === stage.applicationId,
        hasVersion: typeof at(body, 'version') === 'string',
      };
      const changed: Seen = {
        status: second.status,
        isSame: idOf(second) === idOf(first),
        description: at(second.body, 'description'),
        isNewer: BigInt(String(at(second.body, 'version'))) > BigInt(String(at(body, 'version'))),
      };
      return [created, changed];
    },
  },
  {
    id: 'commands.names',
    says: 'a name in capitals and a missing description are refused',
    expected: [
      refused(400, 50035, 'name APPLICATION_COMMAND_INVALID_NAME'),
      refused(400, 50035, 'description BASE_TYPE_REQUIRED'),
    ],
    observe: async (stage) => [
      refusalOf(await create(stage, 'Capital')),
      refusalOf(await create(stage, 'bare', { description: undefined })),
    ],
  },
  {
    id: 'commands.options',
    says: 'options have unique names, required ones come first, and there are up to 25',
    expected: [
      refused(400, 50035, 'options.1 APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS'),
      refused(400, 50035, 'options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID'),
      refused(400, 50035, 'options BASE_TYPE_MAX_LENGTH'),
    ],
    unspecified: ['0.faults'],
    observe: async (stage) => [
      refusalOf(await create(stage, 'twice', { options: [option('a'), option('a')] })),
      refusalOf(await create(stage, 'order', { options: [option('a'), option('b', { required: true })] })),
      refusalOf(await create(stage, 'many', { options: many(26, (n) => option(`o${n}`)) })),
    ],
  },
  {
    id: 'commands.deleted',
    says: 'a command is listed, changed and deleted; then it is unknown',
    expected: [true, 'Edited', 204, refused(404, 10063), false],
    async observe(stage) {
      const id = idOf(await create(stage, 'two'));
      const path = `${pathOf(stage)}/${id}`;
      const isListed = async () =>
        listOf((await stage.request('GET', pathOf(stage))).body).some((one) => at(one, 'id') === id);
      const before = await isListed();
      const { body } = await stage.request('PATCH', path, { description: 'Edited' });
      const { status } = await stage.request('DELETE', path);
      const gone = refusalOf(await stage.request('GET', path));
      return [before, at(body, 'description'), status, gone, await isListed()];
    },
  },
];
