"""Makes the certificates of a cluster: an authority of its own, and one certificate a role."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from bench_driver.errors import ResultsError
from bench_driver.system import files

ROLES = ("scheduler", "worker", "driver")
_CLIENT, _SERVER = ExtendedKeyUsageOID.CLIENT_AUTH, ExtendedKeyUsageOID.SERVER_AUTH


def make(folder: Path, days: int) -> list[Path]:
    """Makes them in a folder that has none yet, and returns the files. ResultsError."""
    if (folder / "ca.pem").exists():
        why = "certificates of two authorities do not know each other"
        raise ResultsError(f"{folder} has certificates", why=why, do="name another folder")
    with files.explained(folder):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    key = ec.generate_private_key(ec.SECP256R1())
    own = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "testbed cluster")])
    usage = x509.KeyUsage(
        key_cert_sign=True, crl_sign=True, digital_signature=False, content_commitment=False,
        key_encipherment=False, data_encipherment=False, key_agreement=False, encipher_only=False,
        decipher_only=False,
    )  # fmt: skip
    authority = (
        _builder(own, own, key.public_key(), days)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .sign(key, hashes.SHA256())
    )
    made = _written(folder, "ca", authority, key)
    for role in ROLES:
        # A driver only connects: its certificate opens no door that others come in by.
        purposes = [_CLIENT] if role == "driver" else [_CLIENT, _SERVER]
        private = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, role)])
        known = x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key())
        certificate = (
            _builder(name, own, private.public_key(), days)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.ExtendedKeyUsage(purposes), critical=True)
            .add_extension(known, critical=False)
            .sign(key, hashes.SHA256())
        )
        made += _written(folder, role, certificate, private)
    return made


def _builder(
    name: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, days: int
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))  # clocks differ
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _written(
    folder: Path, name: str, certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey
) -> list[Path]:
    public, private = folder / f"{name}.pem", folder / f"{name}.key"
    text = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    with files.explained(private):
        opened = os.open(private, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(opened, "wb") as file:
            file.write(text)
    files.write(public, certificate.public_bytes(serialization.Encoding.PEM))
    return [public, private]
