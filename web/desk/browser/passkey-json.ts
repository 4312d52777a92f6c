// Passkeys as JSON, which the server speaks, and as the browser's own objects: by the browser where it can (WebAuthn
// level 3), by hand for iOS 16 and Chrome 108.

type Text = string;
type Described = { id: Text; type: string; transports?: string[] };

/** The server's request for a signature. */
export type RequestJson = {
  challenge: Text;
  allowCredentials?: Described[];
  [more: string]: unknown;
};

/** The server's request for a new passkey. */
export type CreationJson = {
  challenge: Text;
  user: { id: Text; name: string; displayName: string };
  excludeCredentials?: Described[];
  [more: string]: unknown;
};

export function bytesOf(base64url: Text): Uint8Array<ArrayBuffer> {
  const letters = atob(base64url.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

export function textOf(bytes: ArrayBuffer): Text {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

const described = (list: Described[] = []) =>
  list.map((one) => ({ ...one, id: bytesOf(one.id) }) as PublicKeyCredentialDescriptor);

export function requestOptions(json: RequestJson): PublicKeyCredentialRequestOptions {
  if (typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function")
    return PublicKeyCredential.parseRequestOptionsFromJSON(
      json as PublicKeyCredentialRequestOptionsJSON,
    );
  const { challenge, allowCredentials } = json;
  return {
    ...json,
    challenge: bytesOf(challenge),
    allowCredentials: described(allowCredentials),
  } as PublicKeyCredentialRequestOptions;
}

export function creationOptions(json: CreationJson): PublicKeyCredentialCreationOptions {
  if (typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function")
    return PublicKeyCredential.parseCreationOptionsFromJSON(
      json as unknown as PublicKeyCredentialCreationOptionsJSON,
    );
  const { challenge, user, excludeCredentials } = json;
  return {
    ...json,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: described(excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
}

function answerOf(response: AuthenticatorResponse): Record<string, unknown> {
  const clientDataJSON = textOf(response.clientDataJSON);
  if ("attestationObject" in response) {
    const made = response as AuthenticatorAttestationResponse;
    const transports = made.getTransports?.() ?? [];
    return { clientDataJSON, attestationObject: textOf(made.attestationObject), transports };
  }
  const { authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  return {
    clientDataJSON,
    authenticatorData: textOf(authenticatorData),
    signature: textOf(signature),
    userHandle: userHandle ? textOf(userHandle) : null,
  };
}

/** The phone's passkey or signature, as the server reads it. */
export function credentialJson(credential: PublicKeyCredential): string {
  if (typeof credential.toJSON === "function") return JSON.stringify(credential.toJSON());
  const { id, rawId, type, response } = credential;
  return JSON.stringify({
    id,
    rawId: textOf(rawId),
    type,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: answerOf(response),
  });
}
