/* What the requests of `core/api.js` take and return, by the routes of the API. */

declare namespace Api {
  /** The values of a path and of its query. */
  type Params = Record<string, Param | undefined>;

  type Get = <P extends keyof GetRoutes>(
    path: P,
    params?: GetRoutes[P]["params"],
    options?: { signal?: AbortSignal },
  ) => Promise<GetRoutes[P]["result"]>;

  /** Takes a path, the name of the list in its pages, and how many items are wanted. */
  type GetAll = <P extends keyof GetRoutes, N extends keyof NonNullable<GetRoutes[P]["result"]>>(
    path: P,
    name: N,
    params?: GetRoutes[P]["params"],
    most?: number,
  ) => Promise<NonNullable<GetRoutes[P]["result"]>[N]>;

  type Post = <P extends keyof PostRoutes>(
    path: P,
    body?: PostRoutes[P]["body"],
    params?: PostRoutes[P]["params"],
  ) => Promise<PostRoutes[P]["result"]>;

  type Put = <P extends keyof PutRoutes>(
    path: P,
    body: PutRoutes[P]["body"],
    params: PutRoutes[P]["params"],
  ) => Promise<PutRoutes[P]["result"]>;

  type Patch = <P extends keyof PatchRoutes>(
    path: P,
    body: PatchRoutes[P]["body"],
    params: PatchRoutes[P]["params"],
  ) => Promise<PatchRoutes[P]["result"]>;

  type Delete = <P extends keyof DeleteRoutes>(
    path: P,
    params?: DeleteRoutes[P]["params"],
  ) => Promise<DeleteRoutes[P]["result"]>;
}
