import type { ActorFile } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { Choose } from '../surface/choose.js';
import { channelOptions, memberOptions, type Option, roleOptions } from '../surface/option.js';
import type { FieldValue, ModalField } from './fault.js';
import { FileField } from './file-field.js';

type Props = {
  field: ModalField;
  value: FieldValue;
  files: ActorFile[];
  fault: string | undefined;
  onValue(value: FieldValue): void;
  onFiles(files: ActorFile[]): void;
};

/** A labelled input of a form. */
export function FormField(props: Props) {
  const { field, fault } = props;
  const { t } = useActing();
  const id = `field-${field.custom_id}`;
  const isGroup = field.kind === 'radio' || field.kind === 'checkboxes';
  const Frame = isGroup ? 'fieldset' : 'div';
  const Label = isGroup ? 'legend' : 'label';
  return (
    <Frame class={fault ? 'field faulty' : 'field'}>
      <Label for={isGroup ? undefined : id}>
        {field.label}
        {field.required && (
          <em aria-hidden="true" title={t('playground.composer.required')}>
            {' '}
            *
          </em>
        )}
      </Label>
      {field.description && <small>{field.description}</small>}
      <Input {...props} id={id} />
      {fault && (
        <small class="fault" role="alert" id={`${id}-fault`}>
          {fault}
        </small>
      )}
    </Frame>
  );
}

function Input(props: Props & { id: string }) {
  const { field, value, id, fault, onValue } = props;
  const typed = String(value);
  const about = {
    id,
    placeholder: field.placeholder ?? undefined,
    'aria-required': field.required,
    'aria-invalid': fault !== undefined,
    'aria-describedby': fault && `${id}-fault`,
  };
  switch (field.kind) {
    case 'short':
      return (
        <input {...about} autocomplete="off" value={typed} onInput={(e) => onValue(e.currentTarget.value)} />
      );
    case 'paragraph':
      return (
        <>
          <textarea {...about} rows={4} value={typed} onInput={(e) => onValue(e.currentTarget.value)} />
          {field.max !== null && <small class="count-left">{field.max - typed.length}</small>}
        </>
      );
    case 'checkbox':
      return (
        <span class="tick-line">
          <input
            {...about}
            type="checkbox"
            checked={typed === 'true'}
            onChange={(e) => onValue(String(e.currentTarget.checked))}
          />
        </span>
      );
    case 'radio':
    case 'checkboxes':
      return <Ticks {...props} />;
    case 'file':
      return <FileField id={id} field={field} files={props.files} onFiles={props.onFiles} />;
    default:
      return <Menu {...props} />;
  }
}

function Ticks({ field, value, id, onValue }: Props & { id: string }) {
  const isOne = field.kind === 'radio';
  const chosen = Array.isArray(value) ? value : value ? [value] : [];
  const most = field.max ?? field.options.length;
  const toggle = (option: string, on: boolean) => {
    if (isOne) return onValue(option);
    onValue(on ? [...chosen, option] : chosen.filter((each) => each !== option));
  };
  return (
    <div class="ticks">
      {field.options.map((option, index) => (
        <label key={option.value}>
          <input
            id={index === 0 ? id : undefined}
            type={isOne ? 'radio' : 'checkbox'}
            name={id}
            checked={chosen.includes(option.value)}
            disabled={!isOne && chosen.length >= most && !chosen.includes(option.value)}
            onChange={({ currentTarget }) => toggle(option.value, currentTarget.checked)}
          />
          <span>
            <b>{option.label}</b>
            {option.description && <small>{option.description}</small>}
          </span>
        </label>
      ))}
    </div>
  );
}

function Menu({ field, value, id, fault, onValue }: Props & { id: string }) {
  const { t, world, channels } = useActing();
  const people = memberOptions(world);
  const roles = roleOptions(world);
  const named: Partial<Record<ModalField['kind'], Option[]>> = {
    'user-select': people,
    'role-select': roles,
    'mentionable-select': [...people, ...roles],
    'channel-select': channelOptions(channels),
  };
  const own = field.options.map(({ description, ...rest }) => ({ ...rest, description: description ?? '' }));
  return (
    <Choose
      id={id}
      label={field.label}
      options={named[field.kind] ?? own}
      chosen={Array.isArray(value) ? value : value ? [value] : []}
      placeholder={field.placeholder ?? t('playground.choose.placeholder')}
      min={field.required ? (field.min ?? 1) : 0}
      max={field.max ?? 1}
      invalid={fault !== undefined}
      onChoose={onValue}
    />
  );
}
