import { ACTORS, type Actor } from './actors'

/** Is answered as any other account. Each call that refuses is asked by them too. */
const BARE_MODERATOR = 'moderatorWithoutFactor'
const OF_TABLE = ACTORS.filter((actor) => actor !== BARE_MODERATOR)

/** The status that each call of src/contract/README.md answers each actor with; `page` is the page that the call is about. */
const TABLE = `
                                                                  guest badToken unverified stranger owner keeper formerKeeper pinVisitor otherPinVisitor moderator
POST   /auth/register                                     -       201   201      201        201      201   201    201          201        201             201
POST   /auth/login                                        -       200   200      200        200      200   200    200          200        200             200
POST   /auth/login/factor                                 -       200   200      200        200      200   200    200          200        200             200
POST   /auth/login/passkey/begin                          -       200   200      200        200      200   200    200          200        200             200
POST   /auth/login/passkey/finish                         -       200   200      200        200      200   200    200          200        200             200
POST   /auth/factor-recovery                              -       202   202      202        202      202   202    202          202        202             202
POST   /auth/factor-recovery/finish                       -       204   204      204        204      204   204    204          204        204             204
POST   /auth/logout                                       -       401   401      204        204      204   204    204          401        401             204
POST   /auth/confirm                                      -       401   401      204        204      204   204    204          401        401             204
POST   /auth/not-me                                       -       204   204      204        204      204   204    204          204        204             204
POST   /auth/request-verify-token                         -       202   202      202        202      202   202    202          202        202             202
GET    /auth/verify                                       -       303   303      303        303      303   303    303          303        303             303
POST   /auth/forgot-password                              -       202   202      202        202      202   202    202          202        202             202
POST   /auth/reset-password                               -       200   200      200        200      200   200    200          200        200             200

POST   /promo-codes/apply                                 -       401   401      403        200      200   200    200          401        401             200
GET    /promo/active                                      -       200   200      200        200      200   200    200          200        200             200
GET    /tariffs/                                          -       200   200      200        200      200   200    200          200        200             200
GET    /organizations/                                    -       200   200      200        200      200   200    200          200        200             200

GET    /memorial/my_memorials                             -       401   401      200        200      200   200    200          401        401             200
GET    /memorial/my_memorials/plates                      -       401   401      403        404      200   200    404          401        401             404
GET    /memorial/public_memorials                         -       200   200      200        200      200   200    200          200        200             200
GET    /memorial/swo_memorials                            -       200   200      200        200      200   200    200          200        200             200
GET    /memorial/{id}                                     public  200   200      200        200      200   200    200          200        200             200
GET    /memorial/{id}                                     private 403   403      403        403      200   200    403          200        403             403
GET    /memorial/{id}/qrcode                              public  200   200      200        200      200   200    200          200        200             200
GET    /memorial/{id}/qrcode                              private 403   403      403        403      200   200    403          200        403             403
GET    /memorial/{id}/book                                public  200   200      200        200      200   200    200          200        200             200
GET    /memorial/{id}/book                                private 403   403      403        403      200   200    403          200        403             403
POST   /memorial/{id}/export                              public  401   401      403        403      201   201    403          401        401             403
POST   /memorial/{id}/export                              private 401   401      403        403      201   201    403          401        401             403
GET    /memorial/{id}/calendar.ics                        public  200   200      200        200      200   200    200          200        200             200
GET    /memorial/{id}/calendar.ics                        private 403   403      403        403      200   200    403          200        403             403
POST   /memorial/{id}/verify-pin                          public  400   400      400        400      400   400    400          400        400             400
POST   /memorial/{id}/verify-pin                          private 200   200      200        200      200   200    200          200        200             200
POST   /memorial/create                                   -       401   401      403        201      201   201    201          401        401             201
POST   /memorial/import                                   -       401   401      403        201      201   201    201          401        401             201
GET    /memorial/import/{id}                              -       401   401      403        404      404   404    404          401        401             404
PATCH  /memorial/update/{id}/                             public  401   401      403        403      200   200    403          401        401             403
PATCH  /memorial/update/{id}/                             private 401   401      403        403      200   200    403          401        401             403
PATCH  /memorial/upgrade/{id}                             public  401   401      403        403      200   403    403          401        401             403
PATCH  /memorial/upgrade/{id}                             private 401   401      403        403      200   403    403          401        401             403
PATCH  /memorial/add-storage/{id}                         public  401   401      403        403      200   403    403          401        401             403
PATCH  /memorial/add-storage/{id}                         private 401   401      403        403      200   403    403          401        401             403
DELETE /memorial/delete/{id}/                             public  401   401      403        403      204   403    403          401        401             403
DELETE /memorial/delete/{id}/                             private 401   401      403        403      204   403    403          401        401             403
GET    /memorial/trash                                    -       401   401      200        200      200   200    200          401        401             200
POST   /memorial/restore/{id}                             -       401   401      403        404      200   404    404          401        401             404
POST   /memorial/return                                   -       200   200      200        200      200   200    200          200        200             200
DELETE /memorial/trash/{id}                               -       401   401      403        404      204   404    404          401        401             404

GET    /memorial/{id}/history                             public  401   401      403        403      200   200    403          401        401             403
GET    /memorial/{id}/history                             private 401   401      403        403      200   200    403          401        401             403
POST   /memorial/{id}/history/{revision}/restore          public  401   401      403        403      200   200    403          401        401             403
POST   /memorial/{id}/history/{revision}/restore          private 401   401      403        403      200   200    403          401        401             403
POST   /memorial/{id}/history/restore-day                 public  401   401      403        403      200   200    403          401        401             403
POST   /memorial/{id}/history/restore-day                 private 401   401      403        403      200   200    403          401        401             403

POST   /memorial/{id}/questions                           public  401   401      403        403      201   201    403          401        401             403
POST   /memorial/{id}/questions                           private 401   401      403        403      201   201    403          401        401             403
GET    /memorial/{id}/questions                           public  401   401      403        403      200   200    403          401        401             403
GET    /memorial/{id}/questions                           private 401   401      403        403      200   200    403          401        401             403
DELETE /questions/{id}                                    public  401   401      403        403      204   204    403          401        401             403
DELETE /questions/{id}                                    private 401   401      403        403      204   204    403          401        401             403
POST   /questions/open                                    public  200   200      200        200      200   200    200          200        200             200
POST   /questions/answer                                  public  201   201      201        201      201   201    201          201        201             201
POST   /questions/later                                   public  204   204      204        204      204   204    204          204        204             204
POST   /questions/decline                                 public  204   204      204        204      204   204    204          204        204             204
POST   /stories/own                                       public  200   200      200        200      200   200    200          200        200             200
DELETE /stories/own                                       public  204   204      204        204      204   204    204          204        204             204
POST   /questions/open                                    private 200   200      200        200      200   200    200          200        200             200
POST   /questions/answer                                  private 201   201      201        201      201   201    201          201        201             201
POST   /questions/later                                   private 204   204      204        204      204   204    204          204        204             204
POST   /questions/decline                                 private 204   204      204        204      204   204    204          204        204             204
POST   /stories/own                                       private 200   200      200        200      200   200    200          200        200             200
DELETE /stories/own                                       private 204   204      204        204      204   204    204          204        204             204
GET    /memorial/{id}/stories                             public  200   200      200        200      200   200    200          200        200             200
GET    /memorial/{id}/stories                             private 403   403      403        403      200   200    403          200        403             403
POST   /memorial/{id}/stories/order                       public  401   401      403        403      204   204    403          401        401             403
POST   /memorial/{id}/stories/order                       private 401   401      403        403      204   204    403          401        401             403
GET    /memorial/{id}/stories/pending                     public  401   401      403        403      200   200    403          401        401             403
GET    /memorial/{id}/stories/pending                     private 401   401      403        403      200   200    403          401        401             403
GET    /stories/pending                                   -       401   401      200        200      200   200    200          401        401             200
POST   /stories/{id}/moderate                             public  401   401      403        403      200   200    403          401        401             200
POST   /stories/{id}/moderate                             private 401   401      403        403      200   200    403          401        401             200
PATCH  /stories/{id}                                      public  401   401      403        403      200   200    403          401        401             200
PATCH  /stories/{id}                                      private 401   401      403        403      200   200    403          401        401             200
DELETE /stories/{id}                                      public  401   401      403        403      204   204    403          401        401             204
DELETE /stories/{id}                                      private 401   401      403        403      204   204    403          401        401             204
GET    /stories/trash/{id}                                public  401   401      403        403      200   200    403          401        401             403
GET    /stories/trash/{id}                                private 401   401      403        403      200   200    403          401        401             403
POST   /stories/restore/{id}                              public  401   401      403        403      200   200    403          401        401             403
POST   /stories/restore/{id}                              private 401   401      403        403      200   200    403          401        401             403
DELETE /stories/trash/{id}                                public  401   401      403        403      204   204    403          401        401             403
DELETE /stories/trash/{id}                                private 401   401      403        403      204   204    403          401        401             403

POST   /memorial/{id}/proposals                           public  201   201      403        201      409   409    201          201        201             201
POST   /memorial/{id}/proposals                           private 403   403      403        403      409   409    403          201        403             403
GET    /memorial/{id}/proposals                           public  401   401      403        403      200   200    403          401        401             403
GET    /memorial/{id}/proposals                           private 401   401      403        403      200   200    403          401        401             403
GET    /proposals/pending                                 -       401   401      200        200      200   200    200          401        401             200
POST   /proposals/{id}/decide                             public  401   401      403        403      200   200    403          401        401             403
POST   /proposals/{id}/decide                             private 401   401      403        403      200   200    403          401        401             403
POST   /proposals/own                                     -       200   200      200        200      200   200    200          200        200             200
DELETE /proposals/own                                     -       204   204      204        204      204   204    204          204        204             204

GET    /memorial/{id}/keepers                             public  401   401      403        403      200   200    403          401        401             403
GET    /memorial/{id}/keepers                             private 401   401      403        403      200   200    403          401        401             403
POST   /memorial/{id}/keepers                             public  401   401      403        403      201   403    403          401        401             403
POST   /memorial/{id}/keepers                             private 401   401      403        403      201   403    403          401        401             403
DELETE /memorial/{id}/keepers/{user_id}                   public  401   401      403        403      204   204    403          401        401             403
DELETE /memorial/{id}/keepers/{user_id}                   private 401   401      403        403      204   204    403          401        401             403
DELETE /memorial/{id}/invitations/{invitation_id}         public  401   401      403        403      204   403    403          401        401             403
DELETE /memorial/{id}/invitations/{invitation_id}         private 401   401      403        403      204   403    403          401        401             403
POST   /memorial/{id}/hand-over                           public  401   401      403        403      202   403    403          401        401             403
POST   /memorial/{id}/hand-over                           private 401   401      403        403      202   403    403          401        401             403
POST   /keepers/accept                                    -       401   401      403        200      403   403    403          401        401             403
GET    /keepers/invitations                               -       401   401      200        200      200   200    200          401        401             200
POST   /keepers/invitations/{id}/accept                   -       401   401      403        200      404   404    404          401        401             404
DELETE /keepers/invitations/{id}                          -       401   401      403        204      404   404    404          401        401             404

GET    /photo_archive/get_memorial_photos/{id}            public  200   200      200        200      200   200    200          200        200             200

GET    /photo_archive/get_memorial_photos/{id}            private 403   403      403        403      200   200    403          200        403             403
POST   /photo_archive/create                              public  401   401      403        403      201   201    403          401        401             403
POST   /photo_archive/create                              private 401   401      403        403      201   201    403          401        401             403
PATCH  /photo_archive/update/{id}                         public  401   401      403        403      200   200    403          401        401             403
PATCH  /photo_archive/update/{id}                         private 401   401      403        403      200   200    403          401        401             403
POST   /photo_archive/reorder                             public  401   401      403        403      204   204    403          401        401             403
POST   /photo_archive/reorder                             private 401   401      403        403      204   204    403          401        401             403
DELETE /photo_archive/delete/{id}                         public  401   401      403        403      204   204    403          401        401             403
DELETE /photo_archive/delete/{id}                         private 401   401      403        403      204   204    403          401        401             403
GET    /photo_archive/trash/{id}                          public  401   401      403        403      200   200    403          401        401             403
GET    /photo_archive/trash/{id}                          private 401   401      403        403      200   200    403          401        401             403
POST   /photo_archive/restore/{id}                        public  401   401      403        403      200   200    403          401        401             403
POST   /photo_archive/restore/{id}                        private 401   401      403        403      200   200    403          401        401             403
DELETE /photo_archive/trash/{id}                          public  401   401      403        403      204   204    403          401        401             403
DELETE /photo_archive/trash/{id}                          private 401   401      403        403      204   204    403          401        401             403

GET    /audio_archive/get_memorial_audios/{id}            public  200   200      200        200      200   200    200          200        200             200
GET    /audio_archive/get_memorial_audios/{id}            private 403   403      403        403      200   200    403          200        403             403
POST   /audio_archive/create                              public  401   401      403        403      201   201    403          401        401             403
POST   /audio_archive/create                              private 401   401      403        403      201   201    403          401        401             403
PATCH  /audio_archive/update/{id}                         public  401   401      403        403      200   200    403          401        401             403
PATCH  /audio_archive/update/{id}                         private 401   401      403        403      200   200    403          401        401             403
POST   /audio_archive/reorder                             public  401   401      403        403      204   204    403          401        401             403
POST   /audio_archive/reorder                             private 401   401      403        403      204   204    403          401        401             403
DELETE /audio_archive/delete/{id}                         public  401   401      403        403      204   204    403          401        401             403
DELETE /audio_archive/delete/{id}                         private 401   401      403        403      204   204    403          401        401             403
GET    /audio_archive/trash/{id}                          public  401   401      403        403      200   200    403          401        401             403
GET    /audio_archive/trash/{id}                          private 401   401      403        403      200   200    403          401        401             403
POST   /audio_archive/restore/{id}                        public  401   401      403        403      200   200    403          401        401             403
POST   /audio_archive/restore/{id}                        private 401   401      403        403      200   200    403          401        401             403
DELETE /audio_archive/trash/{id}                          public  401   401      403        403      204   204    403          401        401             403
DELETE /audio_archive/trash/{id}                          private 401   401      403        403      204   204    403          401        401             403

GET    /video_archive/get_memorial_videos/{id}            public  200   200      200        200      200   200    200          200        200             200
GET    /video_archive/get_memorial_videos/{id}            private 403   403      403        403      200   200    403          200        403             403
POST   /video_archive/create                              public  401   401      403        403      201   201    403          401        401             403
POST   /video_archive/create                              private 401   401      403        403      201   201    403          401        401             403
PATCH  /video_archive/update/{id}                         public  401   401      403        403      200   200    403          401        401             403
PATCH  /video_archive/update/{id}                         private 401   401      403        403      200   200    403          401        401             403
POST   /video_archive/reorder                             public  401   401      403        403      204   204    403          401        401             403
POST   /video_archive/reorder                             private 401   401      403        403      204   204    403          401        401             403
DELETE /video_archive/delete/{id}                         public  401   401      403        403      204   204    403          401        401             403
DELETE /video_archive/delete/{id}                         private 401   401      403        403      204   204    403          401        401             403
GET    /video_archive/trash/{id}                          public  401   401      403        403      200   200    403          401        401             403
GET    /video_archive/trash/{id}                          private 401   401      403        403      200   200    403          401        401             403
POST   /video_archive/restore/{id}                        public  401   401      403        403      200   200    403          401        401             403
POST   /video_archive/restore/{id}                        private 401   401      403        403      200   200    403          401        401             403
DELETE /video_archive/trash/{id}                          public  401   401      403        403      204   204    403          401        401             403
DELETE /video_archive/trash/{id}                          private 401   401      403        403      204   204    403          401        401             403

GET    /burial/{memorialId}                               public  200   200      200        200      200   200    200          200        200             200
GET    /burial/{memorialId}                               private 403   403      403        403      200   200    403          200        403             403
POST   /burial/create                                     public  401   401      403        403      201   201    403          401        401             403
POST   /burial/create                                     private 401   401      403        403      201   201    403          401        401             403
PATCH  /burial/update/{id}                                public  401   401      403        403      200   200    403          401        401             403
PATCH  /burial/update/{id}                                private 401   401      403        403      200   200    403          401        401             403
DELETE /burial/delete/{id}                                public  401   401      403        403      204   204    403          401        401             403
DELETE /burial/delete/{id}                                private 401   401      403        403      204   204    403          401        401             403
GET    /geocode                                           -       401   401      403        404      404   404    404          401        401             404

GET    /memories/all                                      public  200   200      200        200      200   200    200          200        200             200
GET    /memories/all                                      private 403   403      403        403      200   200    403          200        403             403
GET    /memories/pending                                  -       401   401      200        200      200   200    200          401        401             200
POST   /memories/create                                   public  201   201      403        201      201   201    201          201        201             201
POST   /memories/create                                   private 403   403      403        403      201   201    403          201        403             403
PATCH  /memories/update/{id}                              public  401   401      403        403      200   200    403          401        401             200
PATCH  /memories/update/{id}                              private 401   401      403        403      200   200    403          401        401             200
DELETE /memories/delete/{id}                              public  401   401      403        403      204   204    403          401        401             204
DELETE /memories/delete/{id}                              private 401   401      403        403      204   204    403          401        401             204
GET    /memories/trash/{id}                               public  401   401      403        403      200   200    403          401        401             403
GET    /memories/trash/{id}                               private 401   401      403        403      200   200    403          401        401             403
POST   /memories/restore/{id}                             public  401   401      403        403      200   200    403          401        401             403
POST   /memories/restore/{id}                             private 401   401      403        403      200   200    403          401        401             403
DELETE /memories/trash/{id}                               public  401   401      403        403      204   204    403          401        401             403
DELETE /memories/trash/{id}                               private 401   401      403        403      204   204    403          401        401             403
POST   /memories/moderate/{id}                            public  401   401      403        403      200   200    403          401        401             200
POST   /memories/moderate/{id}                            private 401   401      403        403      200   200    403          401        401             200
POST   /memories/moderate                                 -       401   401      403        403      200   200    403          401        401             200
POST   /memories/{id}/reply                               public  401   401      403        403      200   200    403          401        401             403
POST   /memories/{id}/reply                               private 401   401      403        403      200   200    403          401        401             403
POST   /memories/{id}/block-author                        public  401   401      403        403      204   204    403          401        401             403
POST   /memories/{id}/block-author                        private 401   401      403        403      204   204    403          401        401             403
GET    /memorial/{id}/blocked-authors                     public  401   401      403        403      200   200    403          401        401             403
GET    /memorial/{id}/blocked-authors                     private 401   401      403        403      200   200    403          401        401             403
DELETE /blocked-authors/{id}                              public  401   401      403        403      204   204    403          401        401             403
DELETE /blocked-authors/{id}                              private 401   401      403        403      204   204    403          401        401             403

GET    /memorial/{id}/access-requests                     public  401   401      403        403      200   200    403          401        401             403
GET    /memorial/{id}/access-requests                     private 401   401      403        403      200   200    403          401        401             403
POST   /memorial/{id}/access-requests                     public  202   202      202        202      202   202    202          202        202             202
POST   /memorial/{id}/access-requests                     private 202   202      202        202      202   202    202          202        202             202
GET    /access-requests/pending                           -       401   401      200        200      200   200    200          401        401             200
POST   /access-requests/{id}/decide                       -       401   401      403        403      200   200    403          401        401             403
DELETE /access-requests/{id}                              -       401   401      403        403      204   204    403          401        401             403
POST   /memorial/{id}/open                                public  400   400      400        400      400   400    400          400        400             400
POST   /memorial/{id}/open                                private 200   200      200        200      200   200    200          200        200             200

POST   /memorial/{id}/report                              public  202   202      202        202      202   202    202          202        202             202
POST   /memorial/{id}/report                              private 202   202      202        202      202   202    202          202        202             202
GET    /reports/pending                                   -       401   401      403        403      403   403    403          401        401             200
GET    /reports/closed                                    -       401   401      403        403      403   403    403          401        401             200
POST   /reports/{id}/decide                               public  401   401      403        403      403   403    403          401        401             200
POST   /reports/{id}/decide                               private 401   401      403        403      403   403    403          401        401             200
POST   /reports/{id}/reopen                               -       401   401      403        403      403   403    403          401        401             200

POST   /memorial/{id}/candle                              public  200   200      200        200      200   200    200          200        200             200
POST   /memorial/{id}/candle                              private 403   403      403        403      200   200    403          200        403             403
GET    /memorial/{id}/candles                             public  200   200      200        200      200   200    200          200        200             200
GET    /memorial/{id}/candles                             private 403   403      403        403      200   200    403          200        403             403
GET    /memorial/{id}/reminder                            public  401   401      403        200      200   200    200          401        401             200
GET    /memorial/{id}/reminder                            private 401   401      403        403      200   200    403          401        401             403
PUT    /memorial/{id}/reminder                            public  401   401      403        204      204   204    204          401        401             204
PUT    /memorial/{id}/reminder                            private 401   401      403        403      204   204    403          401        401             403
GET    /memorial/{id}/relations                           public  200   200      200        200      200   200    200          200        200             200
GET    /memorial/{id}/relations                           private 403   403      403        403      200   200    403          200        403             403
POST   /memorial/{id}/relations                           public  401   401      403        403      201   202    403          401        401             403
POST   /memorial/{id}/relations                           private 401   401      403        403      201   202    403          401        401             403
GET    /relations/pending                                 -       401   401      200        200      200   200    200          401        401             200
POST   /relations/{id}/decide                             public  401   401      403        403      200   200    403          401        401             403
POST   /relations/{id}/decide                             private 401   401      403        403      200   200    403          401        401             403
DELETE /relations/{id}                                    public  401   401      403        403      204   204    403          401        401             403
DELETE /relations/{id}                                    private 401   401      403        403      204   204    403          401        401             403

GET    /users/me                                          -       401   401      200        200      200   200    200          401        401             200
PATCH  /users/me                                          -       401   401      200        200      200   200    200          401        401             200
POST   /users/me/change-password                          -       401   401      204        204      204   204    204          401        401             204
POST   /users/me/set-pin                                  -       401   401      204        204      409   204    204          401        401             204
POST   /users/me/change-pin                               -       401   401      204        204      204   204    204          401        401             204
POST   /users/me/reset-pin-with-password                  -       401   401      204        204      204   204    204          401        401             204
POST   /users/me/change-email                             -       401   401      202        202      202   202    202          401        401             202
POST   /users/confirm-email                               -       204   204      204        204      204   204    204          204        204             204
POST   /users/me/delete                                   -       401   401      202        202      202   202    202          401        401             202
POST   /users/return                                      -       204   204      204        204      204   204    204          204        204             204
POST   /letters/subscription                              -       200   200      200        200      200   200    200          200        200             200
PUT    /letters/subscription                              -       200   200      200        200      200   200    200          200        200             200
POST   /letters/opened                                    -       204   204      204        204      204   204    204          204        204             204
GET    /users/me/calendar                                 -       401   401      403        200      200   200    200          401        401             200
DELETE /users/me/calendar                                 -       401   401      403        204      204   204    204          401        401             204
GET    /users/me/sessions                                 -       401   401      200        200      200   200    200          401        401             200
DELETE /users/me/sessions                                 -       401   401      204        204      204   204    204          401        401             204
DELETE /users/me/sessions/{id}                            -       401   401      404        404      204   404    404          401        401             404
GET    /users/me/factors                                  -       401   401      200        200      200   200    200          401        401             200
POST   /users/me/factors/code                             -       401   401      201        201      201   201    201          401        401             201
POST   /users/me/factors/code/{id}/confirm                -       401   401      404        404      200   404    404          401        401             404
POST   /users/me/factors/passkey/begin                    -       401   401      200        200      200   200    200          401        401             200
POST   /users/me/factors/passkey/finish                   -       401   401      400        400      201   400    400          401        401             400
DELETE /users/me/factors/{id}                             -       401   401      404        404      204   404    404          401        401             404
POST   /users/me/factors/recovery-codes                   -       401   401      409        409      200   409    409          401        401             200
GET    /users/me/consents                                 -       401   401      200        200      200   200    200          401        401             200
DELETE /users/me/consents/words/{id}                      -       401   401      403        404      204   404    404          401        401             404
DELETE /users/me/consents/voice/{id}                      -       401   401      403        404      204   404    404          401        401             404
DELETE /users/me/consents/request/{id}                    -       401   401      403        404      204   404    404          401        401             404
DELETE /users/me/consents/report/{id}                     -       401   401      403        404      204   404    404          401        401             404
POST   /users/me/export                                   -       401   401      403        201      201   201    201          401        401             201
GET    /users/me/heir                                     -       401   401      200        200      200   200    200          401        401             200
PUT    /users/me/heir                                     -       401   401      204        204      204   204    204          401        401             204
GET    /users/me/words-letters                            -       401   401      200        200      200   200    200          401        401             200
PUT    /users/me/words-letters                            -       401   401      204        204      204   204    204          401        401             204
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
  if (header.trim().split(/\s+/).join() !== OF_TABLE.join()) throw new Error('The columns are not the actors')
  return lines.map((line) => readLine(line))
}

function readLine(line: string): Permissions {
  const [method, path, page, ...statuses] = line.split(/\s+/)
  if (statuses.length !== OF_TABLE.length) throw new Error(`Not an answer for each: ${line}`)
  const answers = (isMeant: (status: number) => boolean): Answers =>
    Object.fromEntries(
      OF_TABLE.map((actor, index) => [actor, Number(statuses[index])] as const).filter(([, status]) => isMeant(status)),
    )
  const call = `${method} ${path}`
  return {
    call,
    isPublic: page === 'public',
    title: page === '-' ? call : `${call}, ${page} page,`,
    refused: withBareModerator(answers((status) => status >= FIRST_REFUSAL)),
    allowed: answers((status) => status < FIRST_REFUSAL),
  }
}

function withBareModerator(refused: Answers): Answers {
  const status = refused.formerKeeper
  return status === undefined ? refused : { ...refused, [BARE_MODERATOR]: status }
}
