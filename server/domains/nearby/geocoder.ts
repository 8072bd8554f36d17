import type { CityData } from 'city-timezones'
import { around, distance } from 'geokdbush'
import KDBush from 'kdbush'

export interface Place {
  city: string | null
  state: string | null
  country: string
}

export interface Geocoder {
  /** Returns the nearest of about 7,300 cities, offline; null far out at sea. */
  placeOf(at: { latitude: number; longitude: number }): Promise<Place | null>
}

/** Beyond this distance, the name of the nearest city would mislead. */
const CITY_WITHIN_KM = 80
const COUNTRY_WITHIN_KM = 300

interface Cities {
  list: CityData[]
  index: KDBush
}

/** Loads the cities, which take seven megabytes. */
async function loadCities(): Promise<Cities> {
  const { cityMapping } = await import('city-timezones')
  // The data set has 0, 0 for cities without a known position.
  const list = cityMapping.filter(({ lat, lng }) => lat !== 0 || lng !== 0)
  const index = new KDBush(list.length)
  for (const { lng, lat } of list) index.add(lng, lat)
  index.finish()
  return { list, index }
}

/** Loads the cities with the first position. */
export function createGeocoder(): Geocoder {
  let cities: Promise<Cities> | null = null

  return {
    async placeOf({ latitude, longitude }) {
      cities ??= loadCities()
      const { list, index } = await cities
      const [nearest] = around(index, longitude, latitude, 1, COUNTRY_WITHIN_KM)
      const found = nearest === undefined ? undefined : list[nearest]
      if (!found) return null
      const near = distance(longitude, latitude, found.lng, found.lat) <= CITY_WITHIN_KM
      return { city: near ? found.city : null, state: found.province || null, country: found.country }
    },
  }
}
