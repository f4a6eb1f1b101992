"""Makes the certificates of a cluster: an authority of its own, and one certificate a role."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from bench_driver.errors import ResultsError
from bench_driver.system import files

#: For so long they are valid.
DAYS = 365
_CLIENT, _SERVER = ExtendedKeyUsageOID.CLIENT_AUTH, ExtendedKeyUsageOID.SERVER_AUTH
#: A driver only connects: its certificate opens no door that others come in by.
_ROLES = {"scheduler": [_CLIENT, _SERVER], "worker": [_CLIENT, _SERVER], "driver": [_CLIENT]}
_SIGNS = x509.KeyUsage(
    key_cert_sign=True, crl_sign=True, digital_signature=False, content_commitment=False,
    key_encipherment=False, data_encipherment=False, key_agreement=False, encipher_only=False,
    decipher_only=False,
)  # fmt: skip


def make(folder: Path) -> list[Path]:
    """Makes them in a folder that has none yet, and returns the files. ResultsError."""
    if (folder / "ca.pem").exists():
        why = "certificates of two authorities do not know each other"
        raise ResultsError(f"{folder} has certificates", why=why, do="name another folder")
    with files.explained(folder):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    signer = ec.generate_private_key(ec.SECP256R1())
    made = _make(folder, "ca", signer, signer, _SIGNS)
    for role, purposes in _ROLES.items():
        key = ec.generate_private_key(ec.SECP256R1())
        made += _make(folder, role, key, signer, x509.ExtendedKeyUsage(purposes))
    return made


def _make(
    folder: Path,
    name: str,
    key: ec.EllipticCurvePrivateKey,
    signer: ec.EllipticCurvePrivateKey,
    usage: x509.ExtensionType,
) -> list[Path]:
    """Writes a certificate and its key; of the signer's own, the authority's."""
    now, own = datetime.now(UTC), key is signer
    ours, public = signer.public_key(), key.public_key()
    extensions = {
        x509.BasicConstraints(ca=own, path_length=0 if own else None): True,
        usage: True,
        x509.SubjectKeyIdentifier.from_public_key(public): False,
        x509.AuthorityKeyIdentifier.from_issuer_public_key(ours): False,
    }
    builder = (
        x509.CertificateBuilder()
        .subject_name(_named("testbed cluster" if own else name))
        .issuer_name(_named("testbed cluster"))
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))  # clocks differ
        .not_valid_after(now + timedelta(days=DAYS))
    )
    for extension, critical in extensions.items():
        builder = builder.add_extension(extension, critical=critical)
    certificate, private = folder / f"{name}.pem", folder / f"{name}.key"
    with files.explained(private):
        opened = os.open(private, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(opened, "wb") as file:
            file.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    files.write(certificate, builder.sign(signer, hashes.SHA256()).public_bytes(Encoding.PEM))
    return [certificate, private]


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
