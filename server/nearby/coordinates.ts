/** Two decimals are about 1.1 km: near enough for "nearby", too coarse for an address. */
const round = (degrees: number) => Math.round(degrees * 100) / 100

/** What may be stored of a position. */
export const coarse = (at: { latitude: number; longitude: number }) => ({
  latitude: round(at.latitude),
  longitude: round(at.longitude),
})
