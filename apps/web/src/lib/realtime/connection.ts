export type ConnectionState = 'connected' | 'reconnecting' | 'disconnected' | 'off'

export function useConnectionState(): ConnectionState {
  return 'off'
}
