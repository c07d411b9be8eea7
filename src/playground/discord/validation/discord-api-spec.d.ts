/** Discord's OpenAPI document as zod schemas; the package ships them as plain JavaScript. */
declare module 'discord-api-spec/zod' {
  type Schema = import('zod/v4/core').$ZodType;
  export const ApplicationCommandAutocompleteCallbackRequestSchema: Schema;
  export const ApplicationCommandCreateRequestSchema: Schema;
  export const ApplicationCommandPatchRequestPartialSchema: Schema;
  export const AvailableLocalesEnumSchema: Schema;
  export const ApplicationCommandPermissionSchema: Schema;
  export const ApplicationCommandUpdateRequestSchema: Schema;
  export const ApplicationRoleConnectionsMetadataItemRequestSchema: Schema;
  export const CreateEntitlementRequestDataSchema: Schema;
  export const CreateForumThreadRequestSchema: Schema;
  export const CreateGuildChannelRequestSchema: Schema;
  export const CreateMessageInteractionCallbackRequestSchema: Schema;
  export const CreatePrivateChannelRequestSchema: Schema;
  export const CreateTextThreadWithMessageRequestSchema: Schema;
  export const CreateTextThreadWithoutMessageRequestSchema: Schema;
  export const IncomingWebhookRequestPartialSchema: Schema;
  export const IncomingWebhookUpdateRequestPartialSchema: Schema;
  export const MessageCreateRequestSchema: Schema;
  export const MessageEditRequestPartialSchema: Schema;
  export const ModalInteractionCallbackRequestSchema: Schema;
  export const SnowflakeTypeSchema: Schema;
  export const UpdateApplicationUserRoleConnectionRequestSchema: Schema;
  export const UpdateGuildChannelRequestPartialSchema: Schema;
  export const UpdateMessageInteractionCallbackRequestSchema: Schema;
  export const UpdateThreadRequestPartialSchema: Schema;
}
