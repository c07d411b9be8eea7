import {
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
