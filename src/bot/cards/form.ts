import {
  type APILabelComponent,
  type APIStringSelectComponent,
  type APITextInputComponent,
  ComponentType,
  type APIModalInteractionResponseCallbackData as Form,
  TextInputStyle,
} from 'discord.js';

export type { Form };

type Field = Pick<APITextInputComponent, 'placeholder' | 'min_length' | 'max_length'> & {
  /** The custom id of the form's submission. */
  id: string;
  name: string;
  label: string;
  style?: TextInputStyle;
};

/** A form with one required text input. */
export const textForm = (title: string, { id, name, label, style, ...limits }: Field): Form => ({
  custom_id: id,
  title,
  components: [
    {
      type: ComponentType.Label,
      label,
      component: {
        type: ComponentType.TextInput,
        custom_id: name,
        style: style ?? TextInputStyle.Short,
        required: true,
        ...limits,
      },
    },
  ],
});

/** A labelled field of a form with several. */
export const field = (
  label: string,
  component: APITextInputComponent | APIStringSelectComponent,
): APILabelComponent => ({ type: ComponentType.Label, label, component });

export const lineField = (
  label: string,
  name: string,
  limits: Pick<APITextInputComponent, 'max_length' | 'value' | 'required'> = {},
): APILabelComponent =>
  field(label, {
    type: ComponentType.TextInput,
    custom_id: name,
    style: TextInputStyle.Short,
    required: true,
    ...limits,
  });
