/**
 * How many bytes may wait for a client that does not read. Beyond it, the connection of a live stream, a subscription or
 * a WebSocket is ended. The client connects again and resumes by id.
 */
export const MAX_UNSENT_BYTES = 256 * 1024
