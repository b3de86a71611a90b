import { ACTORS, type Actor } from './actors'

/** The status that each call of src/contract/README.md answers each actor with; `page` is the page that the call is about. */
const TABLE = `
                                                        guest badToken unverified stranger owner pinVisitor otherPinVisitor moderator
POST   /auth/register                          -        201   201      201        201      201   201        201             201
POST   /auth/login                             -        200   200      200        200      200   200        200             200
POST   /auth/logout                            -        401   401      204        204      204   401        401             204
POST   /auth/request-verify-token              -        202   202      202        202      202   202        202             202
GET    /auth/verify                            -        303   303      303        303      303   303        303             303
POST   /auth/forgot-password                   -        202   202      202        202      202   202        202             202
POST   /auth/reset-password                    -        200   200      200        200      200   200        200             200

POST   /promo-codes/apply                      -        401   401      403        200      200   401        401             200
GET    /promo/active                           -        200   200      200        200      200   200        200             200
GET    /tariffs/                               -        200   200      200        200      200   200        200             200
GET    /organizations/                         -        200   200      200        200      200   200        200             200

GET    /memorial/my_memorials                  -        401   401      200        200      200   401        401             200
GET    /memorial/public_memorials              -        200   200      200        200      200   200        200             200
GET    /memorial/swo_memorials                 -        200   200      200        200      200   200        200             200
GET    /memorial/{id}                          public   200   200      200        200      200   200        200             200
GET    /memorial/{id}                          private  403   403      403        403      200   200        403             403
GET    /memorial/{id}/qrcode                   public   200   200      200        200      200   200        200             200
GET    /memorial/{id}/qrcode                   private  403   403      403        403      200   200        403             403
GET    /memorial/{id}/book                     public   200   200      200        200      200   200        200             200
GET    /memorial/{id}/book                     private  403   403      403        403      200   200        403             403
GET    /memorial/{id}/calendar.ics             public   200   200      200        200      200   200        200             200
GET    /memorial/{id}/calendar.ics             private  403   403      403        403      200   200        403             403
POST   /memorial/{id}/verify-pin               public   400   400      400        400      400   400        400             400
POST   /memorial/{id}/verify-pin               private  200   200      200        200      200   200        200             200
POST   /memorial/create                        -        401   401      403        201      201   401        401             201
PATCH  /memorial/update/{id}/                  public   401   401      403        403      200   401        401             403
PATCH  /memorial/update/{id}/                  private  401   401      403        403      200   401        401             403
PATCH  /memorial/upgrade/{id}                  public   401   401      403        403      200   401        401             403
PATCH  /memorial/upgrade/{id}                  private  401   401      403        403      200   401        401             403
PATCH  /memorial/add-storage/{id}              public   401   401      403        403      200   401        401             403
PATCH  /memorial/add-storage/{id}              private  401   401      403        403      200   401        401             403
DELETE /memorial/delete/{id}/                  public   401   401      403        403      204   401        401             403
DELETE /memorial/delete/{id}/                  private  401   401      403        403      204   401        401             403

GET    /photo_archive/get_memorial_photos/{id} public   200   200      200        200      200   200        200             200
GET    /photo_archive/get_memorial_photos/{id} private  403   403      403        403      200   200        403             403
POST   /photo_archive/create                   public   401   401      403        403      201   401        401             403
POST   /photo_archive/create                   private  401   401      403        403      201   401        401             403
PATCH  /photo_archive/update/{id}              public   401   401      403        403      200   401        401             403
PATCH  /photo_archive/update/{id}              private  401   401      403        403      200   401        401             403
POST   /photo_archive/reorder                  public   401   401      403        403      204   401        401             403
POST   /photo_archive/reorder                  private  401   401      403        403      204   401        401             403
DELETE /photo_archive/delete/{id}              public   401   401      403        403      204   401        401             403
DELETE /photo_archive/delete/{id}              private  401   401      403        403      204   401        401             403

GET    /audio_archive/get_memorial_audios/{id} public   200   200      200        200      200   200        200             200
GET    /audio_archive/get_memorial_audios/{id} private  403   403      403        403      200   200        403             403
POST   /audio_archive/create                   public   401   401      403        403      201   401        401             403
POST   /audio_archive/create                   private  401   401      403        403      201   401        401             403
PATCH  /audio_archive/update/{id}              public   401   401      403        403      200   401        401             403
PATCH  /audio_archive/update/{id}              private  401   401      403        403      200   401        401             403
POST   /audio_archive/reorder                  public   401   401      403        403      204   401        401             403
POST   /audio_archive/reorder                  private  401   401      403        403      204   401        401             403
DELETE /audio_archive/delete/{id}              public   401   401      403        403      204   401        401             403
DELETE /audio_archive/delete/{id}              private  401   401      403        403      204   401        401             403

GET    /video_archive/get_memorial_videos/{id} public   200   200      200        200      200   200        200             200
GET    /video_archive/get_memorial_videos/{id} private  403   403      403        403      200   200        403             403
POST   /video_archive/create                   public   401   401      403        403      201   401        401             403
POST   /video_archive/create                   private  401   401      403        403      201   401        401             403
PATCH  /video_archive/update/{id}              public   401   401      403        403      200   401        401             403
PATCH  /video_archive/update/{id}              private  401   401      403        403      200   401        401             403
POST   /video_archive/reorder                  public   401   401      403        403      204   401        401             403
POST   /video_archive/reorder                  private  401   401      403        403      204   401        401             403
DELETE /video_archive/delete/{id}              public   401   401      403        403      204   401        401             403
DELETE /video_archive/delete/{id}              private  401   401      403        403      204   401        401             403

GET    /burial/{memorialId}                    public   200   200      200        200      200   200        200             200
GET    /burial/{memorialId}                    private  403   403      403        403      200   200        403             403
POST   /burial/create                          public   401   401      403        403      201   401        401             403
POST   /burial/create                          private  401   401      403        403      201   401        401             403
PATCH  /burial/update/{id}                     public   401   401      403        403      200   401        401             403
PATCH  /burial/update/{id}                     private  401   401      403        403      200   401        401             403
DELETE /burial/delete/{id}                     public   401   401      403        403      204   401        401             403
DELETE /burial/delete/{id}                     private  401   401      403        403      204   401        401             403
GET    /geocode                                -        401   401      403        404      404   401        401             404

GET    /memories/all                           public   200   200      200        200      200   200        200             200
GET    /memories/all                           private  403   403      403        403      200   200        403             403
GET    /memories/pending                       -        401   401      200        200      200   401        401             200
POST   /memories/create                        public   201   201      403        201      201   201        201             201
POST   /memories/create                        private  403   403      403        403      201   201        403             403
PATCH  /memories/update/{id}                   public   401   401      403        403      200   401        401             200
PATCH  /memories/update/{id}                   private  401   401      403        403      200   401        401             200
DELETE /memories/delete/{id}                   public   401   401      403        403      204   401        401             204
DELETE /memories/delete/{id}                   private  401   401      403        403      204   401        401             204
POST   /memories/moderate/{id}                 public   401   401      403        403      200   401        401             200
POST   /memories/moderate/{id}                 private  401   401      403        403      200   401        401             200

GET    /users/me                               -        401   401      200        200      200   401        401             200
POST   /users/me/change-password               -        401   401      204        204      204   401        401             204
POST   /users/me/set-pin                       -        401   401      204        204      409   401        401             204
POST   /users/me/change-pin                    -        401   401      204        204      204   401        401             204
POST   /users/me/reset-pin-with-password       -        401   401      204        204      204   401        401             204
GET    /users/me/calendar                      -        401   401      403        200      200   401        401             200
DELETE /users/me/calendar                      -        401   401      403        204      204   401        401             204
GET    /users/me/sessions                      -        401   401      200        200      200   401        401             200
DELETE /users/me/sessions                      -        401   401      204        204      204   401        401             204
DELETE /users/me/sessions/{id}                 -        401   401      404        404      204   401        401             404
`

export interface Permissions {
  /** 'DELETE /burial/delete/{id}' */
  call: string
  isPublic: boolean
  /** The call and, where it matters, the page that it is about. */
  title: string
  refused: Answers
  allowed: Answers
}

export type Answers = Partial<Record<Actor, number>>

const FIRST_REFUSAL = 400

export const MATRIX: Permissions[] = readTable(TABLE)

function readTable(table: string): Permissions[] {
  const [header = '', ...lines] = table.split('\n').filter(Boolean)
  if (header.trim().split(/\s+/).join() !== ACTORS.join()) throw new Error('The columns are not the actors')
  return lines.map((line) => readLine(line))
}

function readLine(line: string): Permissions {
  const [method, path, page, ...statuses] = line.split(/\s+/)
  if (statuses.length !== ACTORS.length) throw new Error(`Not an answer for each: ${line}`)
  const answers = (isMeant: (status: number) => boolean): Answers =>
    Object.fromEntries(
      ACTORS.map((actor, index) => [actor, Number(statuses[index])] as const).filter(([, status]) => isMeant(status)),
    )
  const call = `${method} ${path}`
  return {
    call,
    isPublic: page === 'public',
    title: page === '-' ? call : `${call}, ${page} page,`,
    refused: answers((status) => status >= FIRST_REFUSAL),
    allowed: answers((status) => status < FIRST_REFUSAL),
  }
}
