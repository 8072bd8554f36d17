import { cityMapping } from 'city-timezones'
import { around, distance } from 'geokdbush'
import KDBush from 'kdbush'

export interface Place {
  city: string | null
  state: string | null
  country: string
}

export interface Geocoder {
  /** The nearest known city of about 7,300, offline; null far out at sea. */
  placeOf(at: { latitude: number; longitude: number }): Place | null
}

/** Further away than this, the name of the nearest city would mislead. */
const CITY_WITHIN_KM = 80
const COUNTRY_WITHIN_KM = 300

export function createGeocoder(): Geocoder {
  // Cities whose position the data set does not know stand at 0, 0 in it.
  const cities = cityMapping.filter(({ lat, lng }) => lat !== 0 || lng !== 0)
  const index = new KDBush(cities.length)
  for (const { lng, lat } of cities) index.add(lng, lat)
  index.finish()

  return {
    placeOf({ latitude, longitude }) {
      const [nearest] = around(index, longitude, latitude, 1, COUNTRY_WITHIN_KM)
      const found = nearest === undefined ? undefined : cities[nearest]
      if (!found) return null
      const near = distance(longitude, latitude, found.lng, found.lat) <= CITY_WITHIN_KM
      return { city: near ? found.city : null, state: found.province || null, country: found.country }
    },
  }
}
