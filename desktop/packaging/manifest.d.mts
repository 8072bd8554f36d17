export function packagedManifest(
  own: { name: string; version: string; description: string; license: string },
  serverAddress: string,
): Record<string, unknown>
