import { parentPort, workerData } from 'node:worker_threads';
import { WebSocketServer } from 'ws';

/**
 * A service in a worker thread that sends a number of events of a number of conversations as fast as the socket
 * accepts them, on each `go`; subscriptions are answered as in the contract.
 */
const { conversations, events } = workerData as { conversations: number; events: number };

const created_at = '2026-01-01T00:00:00.000Z';
const delta = 'some words ';
const told = (seq: number, conversation: number): string =>
  JSON.stringify({
    id: `evt_${seq}`,
    seq,
    type: 'agent_response',
    conversation_id: `cnv_${conversation}`,
    run_id: 'run_1',
    created_at,
    data: { message_id: 'msg_1', delta, text_offset: (seq - 1) * delta.length, is_final: false },
  });

/** Created before any client connects, so that only the sockets and their readers are measured. */
const frames = Array.from({ length: events }, (_, index) =>
  Buffer.from(told(1 + Math.floor(index / conversations), index % conversations)),
);

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket) => {
  let asked = 0;
  const pour = () => {
    for (const frame of frames) socket.send(frame, { binary: false });
  };
  socket.on('message', (data) => {
    const frame = JSON.parse(data.toString()) as { type: string; conversation_id: string };
    if (frame.type === 'subscribe') {
      asked += 1;
      const { conversation_id } = frame;
      socket.send(
        JSON.stringify({ type: 'subscribed', conversation_id, from_seq: 0, replayed: 0, gap: false }),
      );
    }
    if (frame.type === 'go' || asked === conversations) pour();
  });
});
server.on('listening', () => parentPort?.postMessage((server.address() as { port: number }).port));
