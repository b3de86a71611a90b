import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { withDomainInLetters } from '@contract/email-address'
import type { PublicSettings } from '@contract/settings'
import { addressesOf } from './lib/database-url'

/** The settings of one installation: the variables of config/env.example, checked. */
export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  s3: S3Settings | undefined
  redisUrl: string | undefined
  /** The only CA certificates that this connection trusts; undefined: those of Node. DATABASE_URL names its own. */
  redisCa: string | undefined
  smtpUrl: string | undefined
  smtpCa: string | undefined
  mailFrom: string
  /** Unsolicited letters sent per hour at most; the others wait. */
  lettersPerHour: number
  secretKey: string | undefined
  /** The previous key: what it signed stays valid. */
  secretKeyPrevious: string | undefined
  moderatorEmails: string[]
  tileUrl: string
  /** A PMTiles file; with it, no other server is asked for tiles. */
  tileFile: string | undefined
  /** A geocoder with Nominatim's API; undefined: none. */
  geocoderUrl: string | undefined
  demoContent: boolean
  /** Whether public pages are rendered to HTML here, or by the browser. */
  renderPages: boolean
  /** The path of ffmpeg; undefined: look on the PATH; 'off': use none. */
  ffmpegPath: string | undefined
  trustProxy: number
  /** Whether browsers must use https for the subdomains of the site too. */
  hstsSubdomains: boolean
  /** Seconds that running requests get when the server is told to stop. */
  stopPatience: number
  maxConnections: number
  logLevel: LogLevel
  /** The token that lets a client read /metrics; undefined: no one may. */
  metricsToken: string | undefined
  /** Where traces go, by OTLP over HTTP; undefined: none are made. OpenTelemetry's packages read the variable themselves. */
  tracesEndpoint: string | undefined
  catalogueDir: string
  legalDir: string
  operator: OperatorFacts
  newAccount: NewAccountCredits
  site: PublicSettings
}

/** Facts about the operator for the legal pages. An empty value is deliberate: no legal page may use it then. */
interface OperatorFacts {
  name: string
  address: string
  inn: string
  ogrn: string
  /** Where personal data are stored, as it stands after «храним»: «в России». */
  dataLocation: string
}

/** The credits of a new account before any promo code. */
export interface NewAccountCredits {
  max_memorials: number
  advanced_memorials_left: number
  bonus_gb_left: number
}

export interface S3Settings {
  endpoint: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  ca?: string | undefined
}

type Environment = Record<string, string | undefined>

/** A setting that cannot be used. A failed start prints its message as one line. */
export class ConfigError extends Error {}

const SECRET_KEY_MIN_LENGTH = 32
const METRICS_TOKEN_MIN_LENGTH = 16

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** In the source folder only. */
export const DEMO_FOLDER = path.resolve('config/demo')

/** Of the names of files that hold credentials. */
const CREDENTIAL = 'pomnim.'
export const NOT_STATED = 'не указан оператором'
const TILE_PLACES = ['{z}', '{x}', '{y}'] as const
/** The values of target_session_attrs that lead to a writable server, as libpq names them. */
const SESSIONS_THAT_WRITE = [null, 'any', 'read-write', 'primary']
const S3_VARIABLES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Reads the environment. Throws ConfigError for the first setting that makes no sense. */
export function readConfig(env: Environment, demoFolder = DEMO_FOLDER): Config {
  const port = wholeNumber(env, 'PORT', 3000, 65_535)
  const publicUrl = url(env, 'PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`
  const databaseUrl = databaseUrlOf(env)
  const demoContent = withDemo(env, demoFolder, databaseUrl === undefined && !publicUrl.startsWith('https:'))
  // As much as the promotion of the demo's catalogue gives.
  const advancedOfNewAccount = wholeNumber(env, 'NEW_ACCOUNT_ADVANCED', demoContent ? 1 : 0, 1_000_000)
  return {
    port,
    host: text(env, 'HOST') ?? 'localhost',
    dataDir: path.resolve(text(env, 'DATA_DIR') ?? 'data'),
    databaseUrl,
    s3: s3Settings(env),
    redisUrl: url(env, 'REDIS_URL', ['redis:', 'rediss:']),
    redisCa: authority(env, 'REDIS_CA'),
    smtpUrl: url(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    smtpCa: authority(env, 'SMTP_CA'),
    mailFrom: text(env, 'MAIL_FROM') ?? 'Помним <pomnim@localhost>',
    lettersPerHour: wholeNumber(env, 'LETTERS_PER_HOUR', 2000, 1_000_000),
    secretKey: secret(env, 'SECRET_KEY', SECRET_KEY_MIN_LENGTH),
    secretKeyPrevious: secret(env, 'SECRET_KEY_PREVIOUS', SECRET_KEY_MIN_LENGTH),
    moderatorEmails: list(env, 'MODERATOR_EMAILS').map((email) => withDomainInLetters(email).toLowerCase()),
    tileUrl: tileUrl(env) ?? 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    tileFile: tileFile(env),
    geocoderUrl: url(env, 'GEOCODER_URL', ['http:', 'https:']),
    demoContent,
    renderPages: flag(env, 'RENDER_PAGES', true),
    ffmpegPath: text(env, 'FFMPEG_PATH'),
    trustProxy: wholeNumber(env, 'TRUST_PROXY', 0, 16),
    hstsSubdomains: flag(env, 'HSTS_SUBDOMAINS', false),
    stopPatience: wholeNumber(env, 'STOP_PATIENCE', 30, 86_400),
    maxConnections: maxConnections(env),
    logLevel: logLevel(env),
    metricsToken: secret(env, 'METRICS_TOKEN', METRICS_TOKEN_MIN_LENGTH),
    tracesEndpoint: url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    catalogueDir: path.resolve(
      text(env, 'CATALOGUE_DIR') ?? (demoContent ? 'config/demo/catalogue' : 'config/catalogue'),
    ),
    legalDir: path.resolve(text(env, 'LEGAL_DIR') ?? 'config/legal'),
    operator: {
      name: text(env, 'OPERATOR_NAME') ?? 'ООО «Помним» (демонстрационный оператор)',
      address: fact(env, 'OPERATOR_ADDRESS', NOT_STATED),
      inn: fact(env, 'OPERATOR_INN', NOT_STATED),
      ogrn: fact(env, 'OPERATOR_OGRN', NOT_STATED),
      dataLocation: fact(env, 'DATA_LOCATION', 'в месте, которое оператор не указал'),
    },
    newAccount: {
      max_memorials: wholeNumber(env, 'NEW_ACCOUNT_MEMORIALS', 5, 1_000_000),
      advanced_memorials_left: advancedOfNewAccount,
      bonus_gb_left: wholeNumber(env, 'NEW_ACCOUNT_BONUS_GB', 0, 1_000_000),
    },
    site: {
      siteName: text(env, 'SITE_NAME') ?? 'Помним',
      supportEmail: text(env, 'SUPPORT_EMAIL') ?? 'support@pomnim.example',
      supportMessengerUrl: url(env, 'SUPPORT_MESSENGER_URL', ['http:', 'https:']) ?? 'https://t.me/pomnim_support_demo',
      publicUrl: publicUrl.replace(/(?<!\/)\/+$/, ''),
      freeNote: fact(env, 'FREE_NOTE', 'Создать страницу памяти сейчас можно бесплатно.'),
      isAdvancedFree: advancedOfNewAccount > 0,
      hasGeocoder: text(env, 'GEOCODER_URL') !== undefined,
      mapAttribution: text(env, 'TILE_ATTRIBUTION') ?? '© участники OpenStreetMap',
      mapAttributionUrl:
        url(env, 'TILE_ATTRIBUTION_URL', ['http:', 'https:']) ?? 'https://www.openstreetmap.org/copyright',
    },
  }
}

/**
 * The environment with the secrets that a secrets manager has put into a folder, each in a file `pomnim.<SETTING>`: systemd
 * does so for credentials of a unit, and names the folder. Throws ConfigError for one that is no setting, or is set twice.
 */
export function withCredentials(env: Environment): Environment {
  const folder = env['CREDENTIALS_DIRECTORY']
  if (!folder) return env
  const files = readdirSync(folder).filter((file) => file.startsWith(CREDENTIAL))
  if (files.length === 0) return env
  const known = knownSettings()
  const secrets = files.map((file): [string, string] => {
    const name = file.slice(CREDENTIAL.length)
    if (!known.includes(name)) throw new ConfigError(`the credential ${file} is no setting`)
    if (env[name]?.trim()) throw new ConfigError(`${name} is both a setting and a credential: take one away`)
    return [name, readFileSync(path.join(folder, file), 'utf8').trim()]
  })
  return { ...env, ...Object.fromEntries(secrets) }
}

/** The names of all settings that are read. */
export function knownSettings(): string[] {
  const names = new Set<string>()
  readConfig(new Proxy({}, { get: (_env, name) => void names.add(String(name)) }))
  return [...names]
}

function text(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}

/** Unlike for other settings, empty does not mean the default: it says that there is nothing to state. */
function fact(env: Environment, name: string, fallback: string): string {
  return env[name]?.trim() ?? fallback
}

function list(env: Environment, name: string): string[] {
  return (text(env, name) ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

function wholeNumber(env: Environment, name: string, fallback: number, max: number): number {
  const value = text(env, name)
  if (value === undefined) return fallback
  if (!/^\d{1,9}$/.test(value) || Number(value) > max) {
    throw new ConfigError(`${name} must be a whole number from 0 to ${max}, not "${value}"`)
  }
  return Number(value)
}

function maxConnections(env: Environment): number {
  const value = wholeNumber(env, 'MAX_CONNECTIONS', 2000, 1_000_000)
  // Node would take 0 for "none at all".
  if (value < 1) throw new ConfigError('MAX_CONNECTIONS must be at least 1')
  return value
}

function flag(env: Environment, name: string, fallback: boolean): boolean {
  const value = text(env, name)?.toLowerCase()
  if (value === undefined) return fallback
  if (['1', 'true', 'on', 'yes'].includes(value)) return true
  if (['0', 'false', 'off', 'no'].includes(value)) return false
  throw new ConfigError(`${name} must be on or off, not "${value}"`)
}

/** A site with a real domain is for real people: demo people come only on request. */
function withDemo(env: Environment, folder: string, isForTrying: boolean): boolean {
  const isThere = existsSync(folder)
  const isOn = flag(env, 'DEMO_CONTENT', isForTrying && isThere)
  if (isOn && !isThere) throw new ConfigError('DEMO_CONTENT cannot be on: an artefact holds no demo content')
  return isOn
}

function url(env: Environment, name: string, protocols: string[]): string | undefined {
  const value = text(env, name)
  if (value === undefined) return undefined
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    // The value itself may hold a password, so it is not repeated.
    throw new ConfigError(`${name} must be an address that starts with ${protocols.join('// or ')}//`)
  }
  // fetch refuses such a URL, and its error quotes the password.
  if (protocols.includes('https:') && new URL(value).username) {
    throw new ConfigError(`${name} must hold no user name and no password`)
  }
  return value
}

function databaseUrlOf(env: Environment): string | undefined {
  const name = 'DATABASE_URL'
  const value = text(env, name)
  for (const address of addressesOf(value ?? '')) {
    // Each host separately: with the port of the first the whole is not a valid URL.
    url({ [name]: address }, name, ['postgres:', 'postgresql:'])
    if (value === address || value === undefined) continue
    const { hostname, searchParams } = new URL(address)
    if (!hostname) throw new ConfigError(`${name} must name a host before and after each comma`)
    if (!SESSIONS_THAT_WRITE.includes(searchParams.get('target_session_attrs')))
      throw new ConfigError(`${name} must have target_session_attrs=read-write, or none`)
  }
  return value
}

function tileUrl(env: Environment): string | undefined {
  const value = url(env, 'TILE_URL', ['http:', 'https:'])
  if (value !== undefined && !TILE_PLACES.every((place) => value.includes(place))) {
    throw new ConfigError(`TILE_URL must name the tile by ${TILE_PLACES.join(', ')}`)
  }
  return value
}

function tileFile(env: Environment): string | undefined {
  const file = text(env, 'TILE_FILE')
  return file && path.resolve(file)
}

function s3Settings(env: Environment): S3Settings | undefined {
  const [endpoint, bucket, accessKeyId, secretAccessKey] = S3_VARIABLES.map((name) => text(env, name))
  if (!endpoint && !bucket && !accessKeyId && !secretAccessKey) return undefined
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    const missing = S3_VARIABLES.filter((name) => !text(env, name))
    throw new ConfigError(`An object store needs all of ${S3_VARIABLES.join(', ')}: set ${missing.join(', ')}`)
  }
  return { endpoint, bucket, accessKeyId, secretAccessKey, ca: authority(env, 'S3_CA') }
}

/** The content of the file that the setting names. */
function authority(env: Environment, name: string): string | undefined {
  const file = text(env, name)
  if (file === undefined) return undefined
  try {
    const certificates = readFileSync(file, 'utf8')
    if (certificates.includes('-----BEGIN CERTIFICATE-----')) return certificates
  } catch {
    // Treated as a file without a certificate.
  }
  throw new ConfigError(`${name} must name a file with a certificate in PEM, not "${file}"`)
}

function logLevel(env: Environment): LogLevel {
  const value = text(env, 'LOG_LEVEL') ?? 'info'
  const level = LOG_LEVELS.find((known) => known === value.toLowerCase())
  if (!level) throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${value}"`)
  return level
}

function secret(env: Environment, name: string, minLength: number): string | undefined {
  const value = text(env, name)
  if (value !== undefined && value.length < minLength) {
    throw new ConfigError(`${name} must have at least ${minLength} characters`)
  }
  return value
}
