export { type Frame, openGateway, type RawGateway } from '../../../../src/cli/live-check/gateway-socket.js';
