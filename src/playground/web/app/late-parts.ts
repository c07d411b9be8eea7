/** See late.ts. */
export { ChannelSwitcher } from './channels/switcher.js';
export { CommandLine } from './composer/command-line.js';
export { ModalDialog } from './form/modal.js';
export { TourCard } from './guide/tour-card.js';
export { Overlay } from './overlay.js';
export { SidePanel } from './panel/panel.js';
export { MemberList } from './people/members.js';
export { ResetDialog } from './people/reset.js';
